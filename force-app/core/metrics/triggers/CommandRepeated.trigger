trigger CommandRepeated on Command_Repeated__e(after insert) {
  RepeatCountHandler.count(Trigger.new);
}
