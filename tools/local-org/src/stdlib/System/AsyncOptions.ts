import { PlatformObject } from '../../values/object.js';
import { platformType } from '../../values/type.js';
import { definePlatformType } from '../define.js';
import { apexReference } from '../support/reference.js';
import type { DuplicateSignature } from './QueueableDuplicateSignature.js';

const TYPE = platformType('System', 'AsyncOptions');

/** Second argument of System.enqueueJob. */
export class AsyncOptions extends PlatformObject {
  duplicateSignature: DuplicateSignature | null = null;
  maximumDepth: number | null = null;
  /** In minutes. */
  minimumDelay: number | null = null;

  override get apexType() {
    return TYPE;
  }
}

export default definePlatformType({
  name: 'System.AsyncOptions',
  source: apexReference('apex_class_System_AsyncOptions'),
  constructors: { '()': () => new AsyncOptions() },
  properties: {
    'System.QueueableDuplicateSignature DuplicateSignature': {
      get: (self: AsyncOptions) => self.duplicateSignature,
      set: (self: AsyncOptions, value: DuplicateSignature | null) => (self.duplicateSignature = value)
    },
    'Integer MaximumQueueableStackDepth': {
      get: (self: AsyncOptions) => self.maximumDepth,
      set: (self: AsyncOptions, value: number | null) => (self.maximumDepth = value)
    },
    'Integer MinimumQueueableDelayInMinutes': {
      get: (self: AsyncOptions) => self.minimumDelay,
      set: (self: AsyncOptions, value: number | null) => (self.minimumDelay = value)
    }
  }
});
