/** Compares the cells of a row with what the forwarder's portal shows, and splits totals among lines. */
import { scaled, unscaled } from './fields-numbers.ts';

/**
 * Compares a cell with a shown value: 24,480 and 24480.00 are equal, and so are texts that differ only in spacing and
 * case.
 */
export function isSame(cell: string | undefined, shown: string): boolean {
  return plain(cell) === plain(shown);
}

function plain(text = ''): string {
  const decimals = /^0*(\d+)(?:\.(\d*?)0*)?$/.exec(text.replaceAll(',', ''));
  if (decimals) return [decimals[1], decimals[2]].filter(Boolean).join('.');
  return text.replace(/\s+/g, ' ').trim().toLowerCase();
}

/** Splits a total by weight, exactly: the parts add up to the total. */
export function shareOut(total: string, weights: readonly number[], decimals: number): string[] {
  const units = scaled(total, decimals);
  const all = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  if (all === 0n) throw new Error('Nothing can be shared out among lines without a quantity.');
  let given = 0n;
  let passed = 0n;
  return weights.map((weight) => {
    passed += BigInt(weight);
    const share = (units * passed) / all - given;
    given += share;
    return decimals === 0 ? String(share) : unscaled(share, decimals);
  });
}
