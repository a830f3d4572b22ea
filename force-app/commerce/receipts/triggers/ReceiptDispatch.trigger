trigger ReceiptDispatch on Receipt__c(after insert) {
  ReceiptHandler.afterReceipts(Trigger.new);
}
