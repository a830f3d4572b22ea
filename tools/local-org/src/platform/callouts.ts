import type { CalloutGateway, HttpAnswer } from '../apex/runtime/transaction.js';
import { NotSupportedError, PlatformError } from '../values/platform-error.js';
import type { SlotTransaction } from './transaction.js';

/** Callouts of a transaction: the platform's refusals first (apex_callouts_timeouts), then the call itself. */
export class BlockedCallouts implements CalloutGateway {
  constructor(private readonly tx: SlotTransaction) {}

  send(): HttpAnswer {
    if (this.tx.isTest) {
      throw new PlatformError(
        'System.TypeException',
        'Methods defined as TestMethod do not support Web service callouts'
      );
    }
    this.prepare();
    throw new NotSupportedError('HTTP callouts');
  }

  prepareMock(): void {
    this.prepare();
  }

  private prepare(): void {
    if (this.tx.uncommittedWork) {
      throw new PlatformError(
        'System.CalloutException',
        'You have uncommitted work pending. Please commit or rollback before calling out.'
      );
    }
    if (this.tx.savepoints.anyOpen) {
      throw new PlatformError(
        'System.CalloutException',
        'All active Savepoints must be released before making callouts.'
      );
    }
    this.tx.limits.consume('callouts');
  }
}
