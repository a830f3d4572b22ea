trigger ShopOrderOrdering on Order__c(before update) {
  OrderingGuard.beforeUpdate(Trigger.new, Trigger.oldMap);
}
