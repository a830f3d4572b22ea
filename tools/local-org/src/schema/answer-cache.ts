import type { SqlParameter, SqlResult, SyncConnection } from '../database/connection.js';
import type { ObjectKind } from './definitions.js';

/**
 * Answers about tables that change seldom, kept between transactions: custom metadata (changes with a deploy) and custom
 * settings. The platform answers for both from its application cache, too.
 * https://developer.salesforce.com/docs/atlas.en-us.apexcode.meta/apexcode/apex_customsettings.htm
 */
export interface AnswerCache {
  /** Answers by statement and parameters; null when this transaction must ask: it has written such rows, say. */
  of(kind: ObjectKind): Map<string, SqlResult> | null;
}

/** More would be queries that are never asked again: those that carry the time, say. */
const MAX_ANSWERS = 1000;

/** Asks the database unless the answer is known. @param kind of the one object whose rows the statement reads. */
export function knownOrAsked(
  source: { readonly db: SyncConnection; readonly answers?: AnswerCache },
  kind: ObjectKind,
  sql: string,
  parameters: readonly SqlParameter[]
): SqlResult {
  const answers = source.answers?.of(kind) ?? null;
  if (!answers) return source.db.query(sql, parameters);
  const key = JSON.stringify([sql, parameters]);
  let answer = answers.get(key);
  if (!answer) {
    answer = source.db.query(sql, parameters);
    if (answers.size >= MAX_ANSWERS) answers.clear();
    answers.set(key, answer);
  }
  return answer;
}
