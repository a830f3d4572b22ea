import type { Buffer } from 'node:buffer';
import type { DeliveryRequest, SourceConfiguration, Verification, Verify } from '../contract.js';
import { decodeSignature, macOf, sameMac } from './mac.js';
import type { Proof, SignatureScheme } from './scheme.js';
import { schemeOf } from './schemes/catalogue.js';
import { outsideWindow } from './signedTime.js';

/**
 * More than any rotation needs. A header with more is refused, so that a sender cannot buy a thousand comparisons, or
 * digests of a large body, with one request.
 */
const MAXIMUM_SIGNATURES = 20;
const MAXIMUM_PROOFS = 100;

/** A source with what is derived from its configuration, made once. */
interface PreparedSource {
  readonly scheme: SignatureScheme;
  readonly keys: readonly (Buffer | undefined)[];
  readonly windowSeconds: number | undefined;
}

const prepared = new WeakMap<SourceConfiguration, PreparedSource>();

/** Tries every secret on every signature; the signature is judged before the time, so that a late delivery shows as late. */
export const verify: Verify = (source: SourceConfiguration, request: DeliveryRequest): Verification => {
  const { scheme, keys, windowSeconds } = prepare(source);
  const reading = scheme.read(request);
  if ('refusal' in reading) return { accepted: false, reason: reading.refusal };
  const { proofs, signedAt } = reading;
  if (proofs.length > MAXIMUM_PROOFS || proofs.some((proof) => proof.signatures.length > MAXIMUM_SIGNATURES)) {
    return { accepted: false, reason: 'signature-malformed' };
  }
  // A delivery is signed with one secret, so each of its proofs has to hold under the same one.
  const fitting = keys.map((key) => key !== undefined && proofs.every((proof) => holds(proof, key, scheme)));
  const secretIndex = fitting.indexOf(true);
  if (secretIndex === -1) return { accepted: false, reason: 'signature-mismatch' };
  if (signedAt !== undefined && windowSeconds !== undefined) {
    const reason = outsideWindow(signedAt, request.now, windowSeconds);
    if (reason !== undefined) return { accepted: false, reason };
  }
  return { accepted: true, secretIndex };
};

/** What is wrong with the secrets of a source; none repeats a secret. For the start of the process. */
export function secretProblems(source: SourceConfiguration): readonly string[] {
  const { scheme, keys } = prepare(source);
  if (keys.length === 0) return [`'${source.name}' has no secret.`];
  return keys.flatMap((key, index) =>
    key === undefined
      ? [
          `Secret ${index + 1} of '${source.name}' is not of the form that ${source.profile} uses: ${scheme.secretForm}.`
        ]
      : []
  );
}

function holds({ contents, signatures, algorithm }: Proof, key: Buffer, scheme: SignatureScheme): boolean {
  const offered = signatures.flatMap((signature) => decodeSignature(signature, scheme.encoding) ?? []);
  let fits = false;
  for (const content of contents) {
    const expected = macOf(algorithm ?? scheme.algorithm, key, content);
    // No early end: the time taken tells nothing about which signature fitted.
    for (const bytes of offered) fits = sameMac(expected, bytes) || fits;
  }
  return fits;
}

function prepare(source: SourceConfiguration): PreparedSource {
  const known = prepared.get(source);
  if (known !== undefined) return known;
  const scheme = schemeOf(source.profile, source.scheme);
  const fresh: PreparedSource = {
    scheme,
    keys: source.secrets.map((secret) => scheme.keyOf(secret)),
    windowSeconds: source.windowSeconds ?? scheme.windowSeconds
  };
  prepared.set(source, fresh);
  return fresh;
}
