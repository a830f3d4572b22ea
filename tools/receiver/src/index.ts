export { loadConfiguration, type Configuration } from './config/load.js';
export { ConfigurationError } from './config/problems.js';
export type {
  DeliveryRequest,
  EventPaths,
  GenericScheme,
  Normalization,
  Normalize,
  NormalizedEvent,
  Profile,
  Refusal,
  SourceConfiguration,
  Verification,
  Verify
} from './contract.js';
export { startReceiver, type Receiver, type ReceiverOptions } from './commands/receiver.js';
export { createLogger } from './observe/logger.js';
export { signDelivery, type SignedDelivery, type SignOptions } from './sign/sign.js';
