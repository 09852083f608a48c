/** Splits the totals of a booking among its lines. */
import { scaled, unscaled } from '#contracts/decimals.ts';

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
