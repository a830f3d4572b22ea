import type { ApexList } from '../../values/collections.js';
import { definePlatformType } from '../define.js';
import { apexReference } from '../support/reference.js';
import type { PublishResult } from '../support/publish-callbacks.js';

const result = (name: string) =>
  definePlatformType({
    name: `EventBus.${name}`,
    kind: 'interface',
    source: apexReference(`apex_interface_eventbus_${name}`),
    methods: { 'List<String> getEventUuids()': (self: PublishResult): ApexList => self.uuids }
  });

export default [
  result('SuccessResult'),
  result('FailureResult'),
  definePlatformType({
    name: 'EventBus.EventPublishSuccessCallback',
    kind: 'interface',
    source: apexReference('apex_interface_eventbus_EventPublishSuccessCallback'),
    abstracts: ['void onSuccess(EventBus.SuccessResult)']
  }),
  definePlatformType({
    name: 'EventBus.EventPublishFailureCallback',
    kind: 'interface',
    source: apexReference('apex_interface_eventbus_EventPublishFailureCallback'),
    abstracts: ['void onFailure(EventBus.FailureResult)']
  })
];
