/** Decimal numbers as whole numbers of their last decimal, so that sums and comparisons are exact. */

/** Converts "61500.5" to 6150050 at 2 decimals; undefined gives 0. The text must be a valid decimal. */
export function scaled(value: string | undefined, decimals = 2): bigint {
  if (value === undefined || value === '') return 0n;
  const [whole = '0', fraction = ''] = value.split('.');
  return BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'));
}

/** Converts 6150050 to "61500.50" at 2 decimals. */
export function unscaled(value: bigint, decimals = 2): string {
  const sign = value < 0n ? '-' : '';
  const digits = String(value < 0n ? -value : value).padStart(decimals + 1, '0');
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** Whether two amounts differ by at most `tolerance` units of the last decimal. */
export function isNear(a: bigint, b: bigint, tolerance = 1n): boolean {
  const difference = a > b ? a - b : b - a;
  return difference <= tolerance;
}
