import type { NegativeControl } from './control.js';

/** A receipt for every event that finds the payment paid, with a key that is new each time. */
export const effectOnEverySave: NegativeControl = {
  name: 'effect-on-every-save',
  breaks: 'The receipt is made on every save instead of on the transition, without a deterministic key.',
  caughtBy: 'out-of-order-events',
  edits: [
    {
      file: 'force-app/commerce/payments/classes/PaymentEventHandler.cls',
      find: 'if (PaymentPolicy.isConfirmable(after) && !PaymentPolicy.isConfirmable(before)) {',
      replace: 'if (PaymentPolicy.isConfirmable(after)) {'
    },
    {
      file: 'force-app/commerce/payments/classes/PaymentEventHandler.cls',
      find: "Receipt_Key__c = 'receipt:' + payment.Stripe_Charge_Id__c,",
      replace: "Receipt_Key__c = 'receipt:' + payment.Stripe_Charge_Id__c + ':' + Crypto.getRandomLong(),"
    }
  ]
};
