import { plainException } from '../support/exceptions.js';

/** Exception classes of Cache. */
const NAMES = [
  'CacheException',
  'CacheBuilderExecutionException',
  'InvalidCacheBuilderException',
  'InvalidParamException',
  'ItemSizeLimitExceededException',
  'PlatformCacheInvalidOperationException',
  'SessionCacheException',
  'SessionCacheNoSessionException',
  'Org.OrgCacheException',
  'Session.SessionCacheException',
  'Session.SessionCacheNoSessionException'
] as const;

export default NAMES.map((name) => plainException('Cache', name));
