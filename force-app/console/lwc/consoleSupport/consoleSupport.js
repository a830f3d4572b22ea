import LOCALE from '@salesforce/i18n/locale';
import TIME_ZONE from '@salesforce/i18n/timeZone';
import { labels, format } from 'c/consoleLabels';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Most rows of one replay or decision; the server refuses more. */
export const MOST_ROWS = 200;

/**
 * What to tell the user about a failed call, whatever shape the error has.
 * @param {unknown} error of a wire or a promise
 * @returns {string} a sentence
 */
export function messageOf(error) {
  const body = error?.body;
  if (Array.isArray(body) && body[0]?.message) return body[0].message;
  return body?.message || error?.message || labels.unknownProblem;
}

/**
 * A length of time in words, rounded down to its largest unit.
 * @param {number} milliseconds
 * @returns {string}
 */
export function durationText(milliseconds) {
  const size = Math.abs(milliseconds);
  if (size < MINUTE) return labels.lessThanMinute;
  if (size < HOUR) return counted(Math.floor(size / MINUTE), labels.oneMinute, labels.minutes);
  if (size < 2 * DAY) return counted(Math.floor(size / HOUR), labels.oneHour, labels.hours);
  return counted(Math.floor(size / DAY), labels.oneDay, labels.days);
}

/**
 * An instant as seen from now: '5 minutes ago', 'in 2 hours'.
 * @param {string | undefined} instant ISO 8601
 * @param {number} now milliseconds
 * @returns {string} `never` without an instant
 */
export function agoText(instant, now = Date.now()) {
  if (!instant) return labels.never;
  const distance = Date.parse(instant) - now;
  return format(distance <= 0 ? labels.ago : labels.fromNow, durationText(distance));
}

/**
 * How long ago an instant was, without the word 'ago'.
 * @param {string | undefined} instant ISO 8601
 * @param {number} now milliseconds
 * @returns {string} empty without an instant
 */
export function ageText(instant, now = Date.now()) {
  return instant ? durationText(now - Date.parse(instant)) : '';
}

/**
 * An instant in the locale and time zone of the user.
 * @param {string | undefined} instant ISO 8601
 * @param {Intl.DateTimeFormatOptions} options
 * @returns {string} empty without an instant
 */
export function instantText(instant, options = { dateStyle: 'medium', timeStyle: 'short' }) {
  return instant ? new Intl.DateTimeFormat(LOCALE, { timeZone: TIME_ZONE, ...options }).format(new Date(instant)) : '';
}

/**
 * A developer name as people write it: `Fulfillment_Service` → `Fulfillment Service`.
 * @param {string | undefined} name
 * @returns {string}
 */
export function readableName(name) {
  return (name ?? '').replaceAll('_', ' ');
}

/**
 * A number in the locale of the user.
 * @param {number | undefined} value
 * @returns {string}
 */
export function numberText(value) {
  return new Intl.NumberFormat(LOCALE).format(value ?? 0);
}

/**
 * Picks the text for one or for many.
 * @param {number} count
 * @param {string} one
 * @param {string} many with {0}
 * @returns {string}
 */
export function counted(count, one, many) {
  return count === 1 ? one : format(many, numberText(count));
}
