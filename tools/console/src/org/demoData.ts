/**
 * Anonymous Apex that fills an org with something to look at: dispatches and events are stored through the product and
 * become what they become; commands of the past and findings are written as rows.
 */
export const DEMO_SCRIPTS: readonly string[] = [
  `List<DispatchRequest> work = new List<DispatchRequest>();
for (String what : new List<String>{ 'denied', 'wrong', 'conflict', 'down', 'fine' }) {
  Integer count = what == 'fine' ? 40 : (what == 'denied' ? 6 : 3);
  for (Integer i = 1; i <= count; i++) {
    String order = 'SO-' + what + '-' + String.valueOf(1000 + i);
    work.add(new DispatchRequest('Fulfillment_Service', 'fulfil:' + order).about(order, null)
      .withBody(new Map<String, Object>{ 'orderNumber' => order }));
  }
}
OutboundDispatcher.enqueue(work);`,
  `List<Inbound_Event__c> events = new List<Inbound_Event__c>();
for (Integer i = 1; i <= 4; i++) {
  events.add(new Inbound_Event__c(Event_Key__c = 'evt-' + i, Source__c = 'Warehouse', Event_Type__c = 'parcel.moved',
    Entity_Id__c = 'PARCEL-' + i, Source_Timestamp__c = Datetime.now(), Payload__c = '{"id":' + i + '}'));
}
insert as system events;`,
  `List<Reconciliation_Finding__c> findings = new List<Reconciliation_Finding__c>();
List<Outbound_Dispatch__c> subjects = [SELECT Id, Idempotency_Key__c, Entity_Id__c, Status__c FROM Outbound_Dispatch__c WHERE Entity_Id__c LIKE 'SO-%' WITH SYSTEM_MODE ORDER BY Idempotency_Key__c LIMIT 5];
List<String> classes = new List<String>{ 'Missing Downstream', 'Conflicting', 'Missing In Salesforce', 'Missing Downstream', 'Conflicting' };
List<String> actions = new List<String>{ 'Send Again', 'Settle', 'Settle', 'Send Again', 'None' };
for (Integer i = 0; i < subjects.size(); i++) {
  findings.add(new Reconciliation_Finding__c(Subject_Key__c = 'demo-' + i, Subject_Kind__c = 'Dispatch', Rule__c = 'Fulfillments',
    Scope__c = 'Fulfillment_Service', Record_Id__c = subjects[i].Id, Work_Key__c = subjects[i].Idempotency_Key__c,
    Entity_Id__c = subjects[i].Entity_Id__c, Class__c = classes[i], Action__c = actions[i],
    Status__c = actions[i] == 'None' ? 'Unresolved' : 'Proposed',
    Detail__c = actions[i] == 'Send Again' ? 'The other side has nothing under the key' : 'The other side has it under another identifier',
    Subject_State__c = subjects[i].Status__c, Evidence__c = 'demo', First_Found_At__c = Datetime.now().addHours(-2),
    Last_Found_At__c = Datetime.now().addMinutes(-20), Times_Found__c = 2, Repairs__c = 0));
}
insert as system findings;`
];

/** How many commands arrive in each of the last hours; the oldest first. */
const ARRIVALS = [3, 5, 4, 8, 12, 17, 21, 26, 24, 19, 22, 28, 31, 27, 18, 12, 9, 14, 20, 25, 29, 23, 16, 11];

/** Hours of the past that `commandScript` fills. */
export const DEMO_HOURS = ARRIVALS.length;

/**
 * Anonymous Apex that stores the commands of one hour; the org's clock stands in it.
 *
 * @param hour 0 is the oldest
 */
export function commandScript(hour: number): string {
  const count = ARRIVALS[hour] ?? 0;
  const isOutage = hour >= 11 && hour <= 13;
  return `List<Integration_Request__c> rows = new List<Integration_Request__c>();
Datetime now = Datetime.now();
for (Integer i = 0; i < ${count}; i++) {
  Boolean exhausted = ${isOutage} && Math.mod(i, 9) == 0;
  Boolean waits = ${isOutage} && Math.mod(i, 7) == 3;
  String key = 'cmd-${String(hour).padStart(2, '0')}-' + String.valueOf(1000 + i);
  rows.add(new Integration_Request__c(Tenant__c = 'shop-a', Operation__c = 'create-order', Idempotency_Key__c = key,
    Request_Key__c = 'shop-a:create-order:' + key, Fingerprint__c = 'v1:demo', Request_Body__c = '{}', Epoch__c = 1, Conflicts__c = Math.mod(i, 13) == 5 ? 1 : 0,
    Status__c = exhausted ? 'Exhausted' : (waits ? 'Retryable Failure' : 'Succeeded'), Attempts__c = exhausted ? 5 : 1,
    Waiting_For__c = exhausted ? 'Operator' : (waits ? 'Caller' : null), Last_Attempt_At__c = now,
    Error_Category__c = exhausted || waits ? 'LOCK_CONTENTION' : null, Completed_At__c = exhausted || waits ? null : now,
    Response_Status__c = exhausted || waits ? null : 201));
}
insert as system rows;
List<Integration_Count__c> counts = new List<Integration_Count__c>();
Datetime begin = Datetime.newInstanceGmt(now.dateGmt(), Time.newInstance(now.hourGmt(), 0, 0, 0));
for (String kind : new List<String>{ 'Duplicate', 'Conflict' }) {
  counts.add(new Integration_Count__c(Count_Key__c = begin.formatGmt('yyyy-MM-dd\\'T\\'HH') + ':' + kind, Hour__c = begin, Kind__c = kind,
    Operation__c = 'create-order', Count__c = kind == 'Conflict' ? ${Math.floor(count / 12)} : ${Math.floor(count / 4)}));
}
insert as system counts;`;
}
