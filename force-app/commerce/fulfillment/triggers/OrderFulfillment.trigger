trigger OrderFulfillment on Order__c(after update) {
  FulfillmentHandler.afterOrders(Trigger.new, Trigger.oldMap);
}
