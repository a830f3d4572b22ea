trigger InboundEvent on Inbound_Event__c(before insert, before update, after insert) {
  InboundLaneRouter.run(Trigger.operationType, Trigger.new);
}
