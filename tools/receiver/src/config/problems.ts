import type { z } from 'zod';

/** The process cannot start as configured; the message says where and what to write instead. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';

  constructor(
    file: string,
    readonly problems: readonly string[]
  ) {
    super(`${file} cannot be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
  }
}

/** One line a problem: `sources.0.path: …`. */
export function describeIssues(issues: readonly z.core.$ZodIssue[]): string[] {
  return issues.map((issue) => {
    const path = issue.path.map(String).join('.');
    return path === '' ? issue.message : `${path}: ${explain(issue)}`;
  });
}

function explain(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return `there is no setting ${issue.keys.join(', ')} here`;
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.map(String).join(', ')}`;
  if (issue.code === 'invalid_union' && issue.message === 'Invalid input' && issue.discriminator !== undefined) {
    return `must name one of the types jwt-bearer, sf-login, access-token`;
  }
  return issue.message.replace(/^Invalid input: expected (.*), received undefined$/, 'is missing (expected: $1)');
}
