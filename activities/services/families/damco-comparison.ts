/** Compares the cells of a row with what the forwarder's portal shows, and shares figures out among lines. */
import { scaled, unscaled } from './fields-numbers.ts';

/** 24,480 and 24480.00 are the same; so are texts that differ in spaces and capitals only. */
export function isSame(cell: string | undefined, shown: string): boolean {
  return plain(cell) === plain(shown);
}

function plain(text = ''): string {
  const decimals = /^0*(\d+)(?:\.(\d*?)0*)?$/.exec(text.replaceAll(',', ''));
  if (decimals) return [decimals[1], decimals[2]].filter(Boolean).join('.');
  return text.replace(/\s+/g, ' ').trim().toLowerCase();
}

/** Shares a total out by weight, to the last unit: the shares add up to it. */
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
