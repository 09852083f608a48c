/** Digits as people type them, in English or in Bengali. */
export const bengaliDigits = '০১২৩৪৫৬৭৮৯';

/** Converts Bengali digits to English ones. */
export const plainDigits = (typed: string): string =>
  typed.replaceAll(/[০-৯]/g, (digit) => String(bengaliDigits.indexOf(digit)));
