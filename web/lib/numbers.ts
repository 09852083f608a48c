/** Formats and parses numbers in the chosen language: "1,250" or "১,২৫০". */
import { currentLanguage, type Language } from './language.ts';

const locales: Record<Language, string> = { en: 'en-US', bn: 'bn-BD' };

export function formatNumber(value: number, options: Intl.NumberFormatOptions = {}): string {
  return value.toLocaleString(locales[currentLanguage()], options);
}

/** Formats a number with two decimals, as used for credits and taka. */
export function formatDecimals(value: number): string {
  return formatNumber(value, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

/** Formats a percentage as "62.5%". A share too small for one decimal is not shown as zero. */
export function formatPercent(percentage: number): string {
  const tiny = percentage > 0 && percentage < 0.05;
  return `${tiny ? '<' : ''}${formatNumber(tiny ? 0.1 : percentage, { maximumFractionDigits: 1 })}%`;
}

const bengaliDigits = '০১২৩৪৫৬৭৮৯';

/** Replaces the digits of a formatted text, such as "1:20", with the digits of the chosen language. */
export function localDigits(text: string): string {
  if (currentLanguage() === 'en') return text;
  return text.replace(/\d/g, (digit) => bengaliDigits[Number(digit)] ?? digit);
}

/** Parses "1,500.50" and "৭৫". Returns null for words, a negative number or a third decimal. */
export function typedDecimal(text: string): number | null {
  const digits = plainDigits(text).replace(/[\s,]/g, '');
  return /^\d+(\.\d{1,2})?$/.test(digits) ? Number(digits) : null;
}

/** Converts typed digits of either language to the English form "1,500.50". */
export function plainDigits(typed: string): string {
  return typed.replace(/[০-৯]/g, (digit) => String(bengaliDigits.indexOf(digit)));
}
