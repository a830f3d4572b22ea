import { platformEnumValue } from '../../apex/runtime/enums.js';
import { toApexException } from '../../apex/runtime/exception.js';
import { PlatformObject } from '../../values/object.js';
import { platformType, type ApexType } from '../../values/type.js';

const PARENT_JOB_RESULT = platformType('System', 'ParentJobResult');

/** What a job's method gets: instances of platform interfaces, whose methods sit in slots. */

class QueueableContextValue extends PlatformObject {
  readonly apexType: ApexType = platformType('System', 'QueueableContextImpl');

  constructor(private readonly jobId: string) {
    super();
  }

  getjobid$0(): string {
    return this.jobId;
  }
}

class FinalizerContextValue extends PlatformObject {
  readonly apexType: ApexType = platformType('System', 'FinalizerContextImpl');

  constructor(
    private readonly jobId: string,
    private readonly requestId: string,
    private readonly error: unknown
  ) {
    super();
  }

  getasyncapexjobid$0(): string {
    return this.jobId;
  }

  getrequestid$0(): string {
    return this.requestId;
  }

  getresult$0(): unknown {
    return platformEnumValue(PARENT_JOB_RESULT, this.error === null ? 'SUCCESS' : 'UNHANDLED_EXCEPTION');
  }

  getexception$0(): unknown {
    return this.error === null ? null : toApexException(this.error);
  }
}

class SchedulableContextValue extends PlatformObject {
  readonly apexType: ApexType = platformType('System', 'SchedulableContextImpl');

  constructor(private readonly triggerId: string) {
    super();
  }

  gettriggerid$0(): string {
    return this.triggerId;
  }
}

class BatchableContextValue extends PlatformObject {
  readonly apexType: ApexType = platformType('Database', 'BatchableContextImpl');

  constructor(
    private readonly jobId: string,
    private readonly childJobId: string
  ) {
    super();
  }

  getjobid$0(): string {
    return this.jobId;
  }

  getchildjobid$0(): string {
    return this.childJobId;
  }
}

export const queueableContext = (jobId: string): object => new QueueableContextValue(jobId);

/** @param error what ended the job; null when it succeeded. */
export const finalizerContext = (jobId: string, requestId: string, error: unknown): object =>
  new FinalizerContextValue(jobId, requestId, error);

export const schedulableContext = (triggerId: string): object => new SchedulableContextValue(triggerId);

export const batchableContext = (jobId: string, childJobId: string): object =>
  new BatchableContextValue(jobId, childJobId);
