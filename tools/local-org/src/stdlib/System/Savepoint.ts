import { PlatformObject } from '../../values/object.js';
import { platformType } from '../../values/type.js';
import { definePlatformType } from '../define.js';
import { apexGuide } from '../support/reference.js';

const TYPE = platformType('System', 'Savepoint');

/** A point of the transaction to go back to; `handle` belongs to the platform layer. */
export class Savepoint extends PlatformObject {
  constructor(readonly handle: unknown) {
    super();
  }

  override get apexType() {
    return TYPE;
  }
}

export default definePlatformType({ name: 'System.Savepoint', source: apexGuide('langCon_apex_transaction_control') });
