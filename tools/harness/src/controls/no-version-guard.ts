import type { NegativeControl } from './control.js';

/** The last event to arrive wins. */
export const noVersionGuard: NegativeControl = {
  name: 'no-version-guard',
  breaks: 'The version of an event is not compared with the version of the record.',
  caughtBy: 'out-of-order-events',
  edits: [
    {
      file: 'force-app/core/inbound/classes/EntityState.cls',
      find: 'return item.version.isNewerThan(held);',
      replace: 'return true;'
    },
    {
      file: 'force-app/core/inbound/classes/OrderingGuard.cls',
      find: 'if (stored.isNewerThan(SourceVersion.ofRecord(record, fields))) {',
      replace: 'if (stored == null) {'
    }
  ]
};
