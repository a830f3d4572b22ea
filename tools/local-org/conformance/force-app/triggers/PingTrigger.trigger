trigger PingTrigger on Ping__e(after insert) {
  for (Ping__e ping : Trigger.new) {
    insert as system new Thing__c(Name = 'from ' + ping.Text__c, Group_Code__c = 'ping');
  }
}
