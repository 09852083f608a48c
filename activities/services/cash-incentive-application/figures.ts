/** Calculates a claim in whole cents and poisha: net FOB, value addition, incentive. */
import type { RowData } from '#services/contract.ts';
import { scaled } from '#contracts/decimals.ts';

export const EXCHANGE_RATE_DECIMALS = 4;
/** Number of thousandths of a per cent in 100%. */
const RATE_SCALE = 100_000n;
/** Number of hundredths of a per cent in 100%. */
const PERCENT_SCALE = 10_000n;

export type ClaimFigures = { netFobCents: bigint; claimCents: bigint; claimPoisha: bigint };

/** Divides with rounding half up; both arguments must not be negative. */
const divided = (amount: bigint, by: bigint): bigint => (amount + by / 2n) / by;

/** Returns the invoice value without freight, insurance and commission, in cents. */
export function netFobCents(row: RowData): bigint {
  const { invoice_value, freight, insurance, commission } = row;
  return scaled(invoice_value) - scaled(freight) - scaled(insurance) - scaled(commission);
}

/**
 * Returns the value addition in hundredths of a per cent of net FOB, rounded down so that it never reaches the
 * required minimum by rounding. Null if the sheet lacks the figures or net FOB is zero.
 */
export function valueAddition(row: RowData): bigint | null {
  const { cmt_value, btb_local_value } = row;
  const netFob = netFobCents(row);
  if (cmt_value === undefined || btb_local_value === undefined || netFob <= 0n) return null;
  return ((scaled(cmt_value) + scaled(btb_local_value)) * PERCENT_SCALE) / netFob;
}

/** Calculates the claim, rounding to the cent and then to the poisha, as the application form does. */
export function figuresOf(row: RowData, rateThousandths: number): ClaimFigures {
  const netFob = netFobCents(row);
  const claim = divided(netFob * BigInt(rateThousandths), RATE_SCALE);
  const exchangeRate = scaled(row['exchange_rate'], EXCHANGE_RATE_DECIMALS);
  const claimPoisha = divided(claim * exchangeRate, 10n ** BigInt(EXCHANGE_RATE_DECIMALS));
  return { netFobCents: netFob, claimCents: claim, claimPoisha };
}
