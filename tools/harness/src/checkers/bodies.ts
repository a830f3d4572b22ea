import { SCHEMAS, isProblemCode, problemSchema } from '@retrysafe/contracts';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { MAX_KEPT_BODY, entriesOf, operationsOf, type Completion, type Entry } from '../history/entry.js';
import type { Finding } from './finding.js';

const ajv = new Ajv2020({ allErrors: true });
const problem = ajv.compile(problemSchema());
const completed = ajv.compile(SCHEMAS.completed);
const accepted = ajv.compile(SCHEMAS.accepted);

/** Every answer of the contract's table has the body that the contract publishes for it. One finding for each code. */
export function checkBodiesInContract(history: readonly Entry[]): Finding[] {
  const findings = new Map<string, Finding>();
  const seen = new Set<string>();
  for (const operation of operationsOf(history)) {
    const { completion } = operation;
    const validate = completion === undefined ? undefined : schemaOf(completion);
    if (completion?.body === undefined || completion.code === undefined || validate === undefined) continue;
    // Replays repeat their bytes; one look at each is enough.
    const bytes = `${completion.code} ${completion.bodyDigest}`;
    if (seen.has(bytes) || completion.body.length >= MAX_KEPT_BODY) continue;
    seen.add(bytes);
    const complaint = complaintAbout(completion.body, validate);
    if (complaint === undefined || findings.has(completion.code)) continue;
    findings.set(completion.code, {
      checker: 'bodies-in-contract',
      kind: 'violation',
      key: operation.invocation.key,
      message: `The body of ${completion.code} does not fit the contract: ${complaint}.`,
      evidence: entriesOf([operation])
    });
  }
  return [...findings.values()];
}

function schemaOf({ code }: Completion): ValidateFunction | undefined {
  if (code === 'COMPLETED') return completed;
  if (code === 'ACCEPTED') return accepted;
  return code !== undefined && isProblemCode(code) ? problem : undefined;
}

function complaintAbout(body: string, validate: ValidateFunction): string | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return 'it is not JSON';
  }
  if (validate(parsed)) return undefined;
  const [first] = validate.errors ?? [];
  return `${first?.instancePath || 'the body'} ${first?.message}`;
}
