trigger ShopOrderLineOrdering on Order_Line__c(before update) {
  OrderingGuard.beforeUpdate(Trigger.new, Trigger.oldMap);
}
