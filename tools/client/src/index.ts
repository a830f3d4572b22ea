export { CommandClient, type CommandClientOptions, type SendOptions } from './commandClient.js';
export { ClientUsageError, KeyReuseError } from './errors.js';
export { FileKeyStore } from './fileKeyStore.js';
export { MemoryKeyStore, type KeyStore, type StoredCommand } from './keyStore.js';
export type { Conflict, Done, Exhausted, Refused, Rejected, SendResult, Unresolved } from './result.js';
export { DEFAULT_POLICY, type RetryPolicy } from './retryPolicy.js';
export {
  fetchTransport,
  jsforceTransport,
  type CommandRequest,
  type CommandResponse,
  type FetchTransportOptions,
  type JsforceConnection,
  type Transport
} from './transport.js';
