trigger PaymentFulfillment on Payment__c(after insert, after update) {
  FulfillmentHandler.afterPayments(Trigger.new, Trigger.oldMap);
}
