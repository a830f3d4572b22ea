/**
 * Rules of a `.forceignore` file, which follows `.gitignore`: later rules win, `!` brings back, a trailing slash means
 * folders, a slash elsewhere ties the rule to the project's root.
 */
export class IgnoreRules {
  private readonly rules: readonly { readonly pattern: RegExp; readonly keep: boolean }[];

  constructor(text: string) {
    this.rules = text
      .split(/\r?\n/)
      .map((line) => line.trim())
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => {
        const keep = line.startsWith('!');
        return { pattern: toPattern(keep ? line.slice(1) : line), keep };
      });
  }

  /** @param path of a file, relative to the project, with forward slashes. */
  ignores(path: string): boolean {
    let ignored = false;
    for (const { pattern, keep } of this.rules) if (pattern.test(path)) ignored = !keep;
    return ignored;
  }
}

function toPattern(rule: string): RegExp {
  const folder = rule.endsWith('/');
  let text = folder ? rule.slice(0, -1) : rule;
  const anchored = text.includes('/');
  text = text.replace(/^\//, '');
  const body = text
    .split('/')
    .map((segment) => (segment === '**' ? '**' : segmentPattern(segment)))
    .join('/')
    .replace(/^\*\*\//, '(?:.*/)?')
    .replace(/\/\*\*$/, '/.*')
    .replaceAll('/**/', '/(?:.*/)?')
    .replace(/^\*\*$/, '.*');
  return new RegExp(`^${anchored ? '' : '(?:.*/)?'}${body}${folder ? '/.*' : '(?:/.*)?'}$`);
}

const segmentPattern = (segment: string): string =>
  segment
    .replace(/[.+^${}()|\\]/g, '\\$&')
    .replaceAll('*', '[^/]*')
    .replaceAll('?', '[^/]');
