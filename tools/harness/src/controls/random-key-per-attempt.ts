import type { NegativeControl } from './control.js';

/** Every attempt is new work for the remote system. */
export const randomKeyPerAttempt: NegativeControl = {
  name: 'random-key-per-attempt',
  breaks: 'Each attempt of a dispatch carries a key of its own.',
  caughtBy: 'same-key-on-every-attempt',
  edits: [
    {
      file: 'force-app/core/outbound/classes/DispatchClient.cls',
      find: "request.setHeader('Idempotency-Key', row.Idempotency_Key__c);",
      replace: "request.setHeader('Idempotency-Key', String.valueOf(Crypto.getRandomLong()));"
    }
  ]
};
