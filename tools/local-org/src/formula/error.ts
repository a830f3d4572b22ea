/** A formula that cannot be read or does not fit its object, in the platform's words; shown when it is deployed. */
export class FormulaError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'FormulaError';
  }
}
