/** One kind of thing that the remote does and keeps: a fulfilment, a refund, a receipt. */
export interface ResourceKind {
  /** Path below the root, such as `fulfillments`. */
  readonly path: string;
  /** Begins the identifiers that the remote gives. */
  readonly idPrefix: string;
  /** Names of the body's field that says what it is about, the first that is there. */
  readonly entityFields: readonly string[];
  /** Name of the query parameter that looks up by it. */
  readonly entityParameter: string;
  /** Error code of the 409 that returns what exists already. */
  readonly existsCode: string;
}

export const RESOURCE_KINDS: readonly ResourceKind[] = [
  {
    path: 'fulfillments',
    idPrefix: 'F',
    entityFields: ['orderNumber', 'order'],
    entityParameter: 'order',
    existsCode: 'already_fulfilled'
  },
  {
    path: 'refunds',
    idPrefix: 'R',
    entityFields: ['paymentId', 'chargeId', 'charge', 'payment'],
    entityParameter: 'payment',
    existsCode: 'already_refunded'
  },
  {
    path: 'receipts',
    idPrefix: 'C',
    entityFields: ['paymentId', 'chargeId', 'charge', 'payment'],
    entityParameter: 'payment',
    existsCode: 'already_sent'
  }
];

/** @returns undefined when the remote knows no such kind */
export function kindOfPath(path: string): ResourceKind | undefined {
  return RESOURCE_KINDS.find((kind) => kind.path === path);
}

/** What a request is about; an empty text when its body does not say. */
export function entityOf(kind: ResourceKind, content: Readonly<Record<string, unknown>>): string {
  const value = kind.entityFields.map((name) => content[name]).find((candidate) => candidate !== undefined);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
