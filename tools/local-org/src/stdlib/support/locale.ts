import { currentTransaction } from '../../apex/runtime/transaction.js';

/** The running user's locale as a BCP 47 tag: `en_US` → `en-US`; English when the runtime does not know it. */
export function userLocale(): string {
  const tag = currentTransaction().user.locale.replaceAll('_', '-');
  return Intl.DateTimeFormat.supportedLocalesOf(tag).length > 0 ? tag : 'en-US';
}

/** Grouped by the user's locale, at most three digits after the point unless `fractionDigits` says more. */
export function formatNumber(value: number | bigint | string, fractionDigits = 3): string {
  const format = new Intl.NumberFormat(userLocale(), {
    maximumFractionDigits: Math.min(fractionDigits, 20),
    // `string` keeps all digits of numbers beyond 2^53.
    roundingMode: 'halfEven'
  } as Intl.NumberFormatOptions);
  return format.format(value as number);
}
