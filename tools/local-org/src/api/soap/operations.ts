import type { HandlerTable } from '../../platform/handlers.js';
import type { SlotContext } from '../../platform/slot.js';
import { describeUncaught } from '../../apex/runtime/errors.js';
import { LATEST_API_VERSION } from '../rest/versions.js';
import { compileAnonymous } from '../../apex/compiler.js';
import type { GovernorLimits } from '../../platform/limits.js';
import { limitLines } from '../../platform/logs/limit-usage.js';
import { DEFAULT_LEVELS, logText, type LogLevels } from '../../platform/logs/log-text.js';

export interface AnonymousReply {
  readonly compiled: boolean;
  readonly compileProblem: string | null;
  readonly success: boolean;
  readonly line: number;
  readonly column: number;
  readonly exceptionMessage: string | null;
  readonly exceptionStackTrace: string | null;
  /** The debug log. */
  readonly log: string;
}

const CLEAN = { compileProblem: null, exceptionMessage: null, exceptionStackTrace: null, line: -1, column: -1 };

export const soapOperations: HandlerTable = {
  /** @param levels of the debug log that comes back; absent: what is usual. */
  'execute-anonymous': (
    context: SlotContext,
    { source, levels }: { source: string; levels?: LogLevels }
  ): AnonymousReply => {
    const unit = compileAnonymous(source, context.slot.image.compileEnvironment, LATEST_API_VERSION);
    if ('problem' in unit) {
      const { message, line, column } = unit.problem;
      return { ...CLEAN, compiled: false, success: false, compileProblem: message, line, column, log: '' };
    }
    let log: readonly string[] = [];
    let limits: GovernorLimits | null = null;
    const textOf = (more: readonly string[]): string => anonymousLog(source, [...log, ...more], limits, levels);
    try {
      context.transaction({ quiddity: 'ANONYMOUS', operation: '/services/Soap/s/executeAnonymous' }, (tx) => {
        ({ logLines: log, limits } = tx);
        tx.code.runAnonymous(unit.compiled);
      });
      return { ...CLEAN, compiled: true, success: true, log: textOf([]) };
    } catch (error) {
      const { title, stackTrace, isInternal, exception } = describeUncaught(error);
      if (isInternal) throw error;
      const line = exception?.lineNumber() ?? -1;
      return {
        ...CLEAN,
        compiled: true,
        success: false,
        line,
        column: 1,
        exceptionMessage: title,
        exceptionStackTrace: stackTrace,
        log: textOf([`FATAL_ERROR|${title}\n\n${stackTrace}`])
      };
    }
  }
};

/** As the platform's: the code comes first, then what it did. */
function anonymousLog(
  source: string,
  lines: readonly string[],
  limits: GovernorLimits | null,
  levels: LogLevels = DEFAULT_LEVELS
): string {
  const code = source.split('\n').map((line) => `Execute Anonymous: ${line}`);
  const all = [
    'EXECUTION_STARTED',
    'CODE_UNIT_STARTED|[EXTERNAL]|execute_anonymous_apex',
    ...lines,
    ...(limits ? limitLines(limits) : []),
    'CODE_UNIT_FINISHED|execute_anonymous_apex',
    'EXECUTION_FINISHED'
  ];
  return logText(all, levels, `${LATEST_API_VERSION}.0`, code);
}
