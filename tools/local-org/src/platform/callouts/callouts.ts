import type { CalloutGateway, HttpAnswer, HttpCall } from '../../apex/runtime/transaction.js';
import { PlatformError } from '../../values/platform-error.js';
import type { SlotTransaction } from '../transaction.js';
import type { CalloutRequest } from './protocol.js';

/** A transaction's callouts may take so long together (apex_callouts_timeouts). Milliseconds. */
const TOTAL_TIMEOUT = 120_000;
const CREDENTIAL = /^callout:([A-Za-z]\w*)(.*)$/s;

/** Callouts of a transaction: the platform's refusals first (apex_callouts_timeouts), then the call itself. */
export class TransactionCallouts implements CalloutGateway {
  private spent = 0;

  constructor(private readonly tx: SlotTransaction) {}

  send(call: HttpCall): HttpAnswer {
    if (this.tx.isTest) {
      throw new PlatformError(
        'System.TypeException',
        'Methods defined as TestMethod do not support Web service callouts'
      );
    }
    const request = this.requestOf(call);
    this.prepare();
    this.releaseLocks();
    this.meetFault('callout', call.endpoint);
    const started = performance.now();
    const response = this.tx.slot.callouts.call(request);
    this.spent += performance.now() - started;
    this.meetFault('callout-answer', call.endpoint);
    if (!response.ok) throw calloutException(response.message);
    return response.answer;
  }

  prepareMock(): void {
    this.prepare();
  }

  private meetFault(point: 'callout' | 'callout-answer', endpoint: string): void {
    const failure = this.tx.slot.faults?.callout(point, endpoint) ?? null;
    if (failure !== null) throw calloutException(failure);
  }

  private prepare(): void {
    if (this.tx.uncommittedWork) {
      throw calloutException('You have uncommitted work pending. Please commit or rollback before calling out.');
    }
    if (this.tx.savepoints.anyOpen) {
      throw calloutException('All active Savepoints must be released before making callouts.');
    }
    this.tx.limits.consume('callouts');
  }

  /** A callout releases every FOR UPDATE lock (langCon_apex_locking_statements); nothing was written that could be lost. */
  private releaseLocks(): void {
    const { db } = this.tx;
    if (db.pending[0] === 'BEGIN') return;
    db.defer('COMMIT');
    db.defer('BEGIN');
  }

  private requestOf(call: HttpCall): CalloutRequest {
    const left = TOTAL_TIMEOUT - this.spent;
    if (left <= 0) throw calloutException('Exceeded maximum time allotted for callout (120000 ms)');
    const common = {
      method: call.method,
      headers: call.headers,
      body: call.body,
      timeoutMs: Math.min(call.timeoutMs, left)
    };
    const match = CREDENTIAL.exec(call.endpoint);
    if (!match) return { ...common, credential: null, url: this.remoteSite(call.endpoint), path: '' };
    const [, name = '', path = ''] = match;
    const credential = this.tx.slot.image.contents.namedCredentials.get(name.toLowerCase());
    if (!credential) {
      throw calloutException(
        `The callout couldn't access the endpoint. You might not have the required permissions, or the named credential "${name}" might not exist.`
      );
    }
    const base = credential.url;
    const url =
      base === null ? null : `${base.replace(/\/+$/, '')}${path === '' ? '' : `/${path.replace(/^\/+/, '')}`}`;
    return { ...common, credential: name.toLowerCase(), url, path };
  }

  /** Other hosts need a remote site (apex_callouts_remote_site_settings). */
  private remoteSite(endpoint: string): string {
    const sites = this.tx.slot.image.contents.remoteSites;
    const allowed = sites.some((site) => {
      const base = site.replace(/\/+$/, '').toLowerCase();
      const text = endpoint.toLowerCase();
      return text === base || text.startsWith(`${base}/`) || text.startsWith(`${base}?`);
    });
    if (!allowed) {
      throw calloutException(
        `Unauthorized endpoint, please check Setup->Security->Remote site settings. endpoint = ${endpoint}`
      );
    }
    return endpoint;
  }
}

const calloutException = (message: string): PlatformError => new PlatformError('System.CalloutException', message);
