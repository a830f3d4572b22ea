import type { HandlerTable } from '../../platform/handlers.js';
import type { SlotContext } from '../../platform/slot.js';
import { describeUncaught } from '../../apex/runtime/errors.js';
import { LATEST_API_VERSION } from '../rest/versions.js';
import { compileAnonymous } from '../../apex/compiler.js';
import { DEFAULT_LEVELS, logText } from '../../platform/logs/log-text.js';

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
  'execute-anonymous': (context: SlotContext, { source }: { source: string }): AnonymousReply => {
    const unit = compileAnonymous(source, context.slot.image.compileEnvironment, LATEST_API_VERSION);
    if ('problem' in unit) {
      const { message, line, column } = unit.problem;
      return { ...CLEAN, compiled: false, success: false, compileProblem: message, line, column, log: '' };
    }
    let log: readonly string[] = [];
    try {
      context.transaction({ quiddity: 'ANONYMOUS', operation: '/services/Soap/s/executeAnonymous' }, (tx) => {
        log = tx.logLines;
        tx.code.runAnonymous(unit.compiled);
      });
      return { ...CLEAN, compiled: true, success: true, log: textOf(log) };
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
        log: textOf([...log, `FATAL_ERROR|${title}\n\n${stackTrace}`])
      };
    }
  }
};

const textOf = (lines: readonly string[]): string => logText(lines, DEFAULT_LEVELS, `${LATEST_API_VERSION}.0`);
