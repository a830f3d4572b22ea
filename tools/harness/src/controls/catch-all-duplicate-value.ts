import type { NegativeControl } from './control.js';

/** Whatever unique field refuses a value: it must have been this command, some time ago. */
export const catchAllDuplicateValue: NegativeControl = {
  name: 'catch-all-duplicate-value',
  breaks: 'Every DUPLICATE_VALUE counts as a duplicate of the command, whichever field it comes from.',
  caughtBy: 'same-order-other-key',
  edits: [
    {
      file: 'force-app/core/commands/classes/FailurePolicy.cls',
      find: 'return reject(FailureCategory.DATA_CONFLICT, REFUSED_AS_TAKEN, detail);',
      replace: 'return CommandOutcome.succeeded(CommandResult.done(null, new Map<String, Object>()));'
    },
    {
      file: 'force-app/commerce/orders/classes/CreateOrderHandler.cls',
      find: `    return errors[0].getStatusCode() == StatusCode.DUPLICATE_VALUE
      ? CommandResult.rejected('Order ' + order.External_Order_Id__c + ' exists already; it came with another key.')
      : CommandResult.failed(errors);`,
      replace: '    return CommandResult.failed(errors);'
    }
  ]
};
