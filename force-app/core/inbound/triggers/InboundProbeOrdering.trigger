trigger InboundProbeOrdering on Inbound_Probe__c(before update) {
  OrderingGuard.beforeUpdate(Trigger.new, Trigger.oldMap);
}
