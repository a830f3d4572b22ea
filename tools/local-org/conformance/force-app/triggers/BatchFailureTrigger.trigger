trigger BatchFailureTrigger on BatchApexErrorEvent(after insert) {
  for (BatchApexErrorEvent event : Trigger.new) {
    String text = event.Phase + ' ' + event.ExceptionType + ' ' + event.Message;
    insert new Thing__c(Name = text, Note__c = 'failed');
    insert new Thing__c(Name = event.JobScope + ' ' + event.AsyncApexJobId, Note__c = 'scope');
  }
}
