import { Script } from 'node:vm';
import { PlatformError } from '../../values/platform-error.js';

/**
 * Inputs longer than this are refused as the platform refuses them: it gives up a match that reads more than a million
 * characters. Source: https://developer.salesforce.com/docs/atlas.en-us.apexcode.meta/apexcode/apex_classes_pattern_and_matcher_regions.htm
 */
const MOST_CHARACTERS = 1_000_000;
/** A match that takes longer than this has read far more than a million characters, over and over. */
const MOST_MILLISECONDS = 1000;
/** Shorter inputs cannot take long, whatever the pattern is. */
const SAFE_LENGTH = { nested: 20, repeated: 1000 };

const global = globalThis as { $regexRun?: () => unknown };
const guarded = new Script('globalThis.$regexRun()');

/** A RegExp whose matches end: with System.LimitException `Regex too complicated`, which Apex cannot catch. */
export class BoundedRegExp extends RegExp {
  /** Length of input from which a match is watched; watching costs some microseconds. */
  private readonly watchedFrom: number;

  constructor(pattern: string, flags: string) {
    super(pattern, flags);
    this.watchedFrom = watchedLength(pattern);
  }

  override exec(input: string): RegExpExecArray | null {
    if (input.length > MOST_CHARACTERS) throw tooComplicated();
    if (input.length < this.watchedFrom) return super.exec(input);
    const before = this.lastIndex;
    global.$regexRun = () => super.exec(input);
    try {
      return guarded.runInThisContext({ timeout: MOST_MILLISECONDS }) as RegExpExecArray | null;
    } catch (error) {
      this.lastIndex = before;
      if ((error as { code?: string }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw tooComplicated();
      throw error;
    } finally {
      delete global.$regexRun;
    }
  }
}

/** Repetitions inside of repetitions take exponential time, several in a row take polynomial time. */
function watchedLength(pattern: string): number {
  const plain = pattern.replace(/\\./gs, 'x').replace(/\[[^\]]*\]/g, 'x');
  const repetitions = plain.match(/[*+]|\{\d+,\}/g)?.length ?? 0;
  if (/[*+}|][^()]*\)+(?:[*+]|\{\d+,\d*\})/.test(plain)) return SAFE_LENGTH.nested;
  return repetitions > 1 ? SAFE_LENGTH.repeated : Number.POSITIVE_INFINITY;
}

const tooComplicated = (): PlatformError => new PlatformError('System.LimitException', 'Regex too complicated');
