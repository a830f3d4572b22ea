/** A refusal that a client sees in the shape of Salesforce's REST errors: `[{ message, errorCode, fields }]`. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly errorCode: string,
    message: string,
    readonly fields: readonly string[] = []
  ) {
    super(message);
    this.name = 'ApiError';
  }
}
