trigger ThingTrigger on Thing__c(
  before insert,
  before update,
  before delete,
  after insert,
  after update,
  after delete,
  after undelete
) {
  ThingTriggerHandler.run();
}
