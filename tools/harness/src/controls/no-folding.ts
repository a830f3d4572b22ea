import type { NegativeControl } from './control.js';

/**
 * All events of a run in one list, as if each were about an entity of its own. What the platform says to the second row
 * with the same external id is taken for a final refusal.
 */
export const noFolding: NegativeControl = {
  name: 'no-folding',
  breaks: 'Events of one entity are saved in one list instead of one after the other.',
  caughtBy: 'out-of-order-events',
  edits: [
    {
      file: 'force-app/core/inbound/classes/EntityWaves.cls',
      find: `    for (EntityState state : book.entities()) {
      InboundItem item = state.itemOf(wave);`,
      replace: `    for (EntityState state : book.entities()) for (Integer position = 0; position < state.depth(); position++) {
      InboundItem item = state.itemOf(position);`
    },
    {
      file: 'force-app/core/inbound/classes/EntityWaves.cls',
      find: `        lost.add(writes[i]);`,
      replace: `        writes[i].refused(results[i].getErrors()[0]);`
    }
  ]
};
