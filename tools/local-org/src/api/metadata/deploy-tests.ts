import type { OrgContents, RunTestResult, TestRequest } from '../../metadata/index.js';
import type { SlotContext } from '../../platform/slot.js';
import { NotSupportedError } from '../../values/platform-error.js';

/** Runs tests inside the deploy's transaction. */
export function runDeployTests(_context: SlotContext, request: TestRequest, _org: OrgContents): RunTestResult {
  throw new NotSupportedError(`tests during a deploy (${request.level})`);
}
