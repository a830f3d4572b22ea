/** What a SOAP fault tells the client. */
export interface Refusal {
  readonly errorCode: string;
  readonly message: string;
}

/** A refusal by a route or by an operation in a slot; null for a fault of the local org itself. */
export function refusalOf(error: unknown): Refusal | null {
  const known = error as (Partial<Refusal> & { failure?: Partial<Refusal> & { kind?: string } }) | null;
  if (typeof known?.errorCode === 'string') return { errorCode: known.errorCode, message: known.message ?? '' };
  const { failure } = known ?? {};
  if (!failure || failure.kind === 'internal') return null;
  return { errorCode: failure.errorCode ?? 'UNKNOWN_EXCEPTION', message: failure.message ?? '' };
}
