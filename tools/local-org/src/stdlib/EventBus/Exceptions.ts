import { plainException } from '../support/exceptions.js';

export default [
  plainException('EventBus', 'RetryableException'),
  plainException('EventBus', 'InvalidReplayIdException')
];
