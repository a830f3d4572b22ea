import { ApexList, ApexMap } from '../../values/collections.js';
import { PlatformObject } from '../../values/object.js';
import { platformType, STRING } from '../../values/type.js';
import { definePlatformType } from '../define.js';
import { apexReference } from '../support/reference.js';

const TYPE = platformType('System', 'OrgLimit');

/** Limits of a Developer Edition org. The local org counts none of them: each reads as unused. */
const LIMITS: Readonly<Record<string, number>> = {
  ConcurrentAsyncGetReportInstances: 200,
  ConcurrentSyncReportRuns: 20,
  DailyApiRequests: 15_000,
  DailyAsyncApexExecutions: 250_000,
  DailyBulkApiBatches: 15_000,
  DailyBulkV2QueryJobs: 10_000,
  DailyDurableGenericStreamingApiEvents: 10_000,
  DailyDurableStreamingApiEvents: 10_000,
  DailyStandardVolumePlatformEvents: 10_000,
  DailyWorkflowEmails: 390,
  DataStorageMB: 5,
  FileStorageMB: 20,
  HourlyPublishedPlatformEvents: 50_000,
  HourlyPublishedStandardVolumePlatformEvents: 1_000,
  HourlyTimeBasedWorkflow: 50,
  MassEmail: 10,
  MonthlyPlatformEventsUsageEntitlement: 0,
  SingleEmail: 15,
  StreamingApiConcurrentClients: 20
};

class OrgLimit extends PlatformObject {
  constructor(
    readonly name: string,
    readonly limit: number
  ) {
    super();
  }

  override get apexType() {
    return TYPE;
  }

  override apexText(): string {
    return `OrgLimit[${this.name}: 0/${this.limit}]`;
  }
}

const all = (): OrgLimit[] => Object.entries(LIMITS).map(([name, limit]) => new OrgLimit(name, limit));

export default [
  definePlatformType({
    name: 'System.OrgLimits',
    source: apexReference('apex_class_System_OrgLimits'),
    statics: {
      'List<System.OrgLimit> getAll()': () => new ApexList(TYPE, all()),
      'Map<String, System.OrgLimit> getMap()': () =>
        new ApexMap(
          STRING,
          TYPE,
          all().map((limit) => [limit.name, limit])
        )
    }
  }),
  definePlatformType({
    name: 'System.OrgLimit',
    source: apexReference('apex_class_System_OrgLimit'),
    methods: {
      'Integer getLimit()': (self: OrgLimit) => self.limit,
      'String getName()': (self: OrgLimit) => self.name,
      'Integer getValue()': () => 0,
      'String toString()': (self: OrgLimit) => self.apexText()
    }
  })
];
