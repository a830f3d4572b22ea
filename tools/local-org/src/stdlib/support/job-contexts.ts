import type { ApexException } from '../../apex/runtime/exception.js';
import type { EnumValue } from '../../values/enum.js';
import { platformEnumValue } from '../../values/enum.js';
import { PlatformObject } from '../../values/object.js';
import { platformType } from '../../values/type.js';

/** Contexts the platform hands to jobs; the job runner makes them. All ids have 18 characters. */

/** Argument of Queueable.execute. */
export class QueueableContext extends PlatformObject {
  constructor(private readonly jobId: string) {
    super();
  }

  override get apexType() {
    return platformType('System', 'QueueableContext');
  }

  getjobid$0(): string {
    return this.jobId;
  }
}

/** Argument of Schedulable.execute. */
export class SchedulableContext extends PlatformObject {
  constructor(private readonly triggerId: string) {
    super();
  }

  override get apexType() {
    return platformType('System', 'SchedulableContext');
  }

  gettriggerid$0(): string {
    return this.triggerId;
  }
}

/** Argument of the three methods of Database.Batchable. */
export class BatchableContext extends PlatformObject {
  constructor(
    private readonly jobId: string,
    private readonly childJobId: string | null
  ) {
    super();
  }

  override get apexType() {
    return platformType('Database', 'BatchableContext');
  }

  getjobid$0(): string {
    return this.jobId;
  }

  getchildjobid$0(): string | null {
    return this.childJobId;
  }
}

/** Argument of Finalizer.execute. */
export class FinalizerContext extends PlatformObject {
  /** @param exception null after success. */
  constructor(
    private readonly jobId: string,
    private readonly requestId: string,
    private readonly exception: ApexException | null
  ) {
    super();
  }

  override get apexType() {
    return platformType('System', 'FinalizerContext');
  }

  getasyncapexjobid$0(): string {
    return this.jobId;
  }

  getexception$0(): ApexException | null {
    return this.exception;
  }

  getrequestid$0(): string {
    return this.requestId;
  }

  getresult$0(): EnumValue {
    return platformEnumValue('system.parentjobresult', this.exception ? 'UNHANDLED_EXCEPTION' : 'SUCCESS')!;
  }
}
