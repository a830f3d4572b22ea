trigger PaymentOrdering on Payment__c(before update) {
  OrderingGuard.beforeUpdate(Trigger.new, Trigger.oldMap);
}
