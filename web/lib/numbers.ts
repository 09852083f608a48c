/** Numbers in the chosen language: "1,250" or "১,২৫০". */
import { currentLanguage, type Language } from './language.ts';

const locales: Record<Language, string> = { en: 'en-US', bn: 'bn-BD' };

export function formatNumber(value: number, options: Intl.NumberFormatOptions = {}): string {
  return value.toLocaleString(locales[currentLanguage()], options);
}

/** Two decimals, as credits and taka have them. */
export function formatDecimals(value: number): string {
  return formatNumber(value, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

/** "62.5%"; a share too small for one decimal is not nothing. */
export function formatPercent(percentage: number): string {
  const tiny = percentage > 0 && percentage < 0.05;
  return `${tiny ? '<' : ''}${formatNumber(tiny ? 0.1 : percentage, { maximumFractionDigits: 1 })}%`;
}

const bengaliDigits = '০১২৩৪৫৬৭৮৯';

/** A text whose digits stand where they stand, such as "1:20", with the digits of the chosen language. */
export function localDigits(text: string): string {
  if (currentLanguage() === 'en') return text;
  return text.replace(/\d/g, (digit) => bengaliDigits[Number(digit)] ?? digit);
}

/** "1,500.50" and "৭৫" as numbers; null for words, a negative number or a third decimal. */
export function typedDecimal(text: string): number | null {
  const digits = plainDigits(text).replace(/[\s,]/g, '');
  return /^\d+(\.\d{1,2})?$/.test(digits) ? Number(digits) : null;
}

/** What someone typed with digits of either language, as "1,500.50" is written in English. */
export function plainDigits(typed: string): string {
  return typed.replace(/[০-৯]/g, (digit) => String(bengaliDigits.indexOf(digit)));
}
