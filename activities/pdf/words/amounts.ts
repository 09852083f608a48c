/** Reads the amount in a text: with group separators, brackets, a sign on either side, a currency or Dr and Cr. */

const amountPattern =
  /^(?<open>\()?(?<before>[-–+]?)(?:USD|US\$|BDT|Tk\.?|EUR|[$€£৳])?\s?(?<sign>[-–]?)(?<whole>\d{1,3}(?:,\d{2,3})+|\d{1,3}(?: \d{3})+|\d+)(?:\.(?<fraction>\d+))?\s?(?<after>[-%]|Dr\.?|Cr\.?)?(?<close>\))?$/iu;
const bengaliZero = '০'.charCodeAt(0);

const latin = (text: string): string =>
  text.replaceAll(/[০-৯]/g, (digit) => String(digit.charCodeAt(0) - bengaliZero));

/** Returns the amount with its sign; undefined if the text is not one amount. A debit is negative. */
export function valueOf(text: string): number | undefined {
  const groups = amountPattern.exec(latin(text.trim()))?.groups;
  if (!groups) return undefined;
  const { open, before = '', sign = '', whole = '', fraction = '0', after = '', close } = groups;
  if ((open === undefined) !== (close === undefined)) return undefined;
  const size = Number(`${whole.replaceAll(/[, ]/g, '')}.${fraction}`);
  const isNegative =
    open !== undefined || /[-–]/.test(before) || sign !== '' || after === '-' || /^dr/i.test(after);
  return isNegative ? -size : size;
}
