/** What a claim comes to, in whole cents and poisha: net FOB, value addition, incentive. */
import type { RowData } from '#services/contract.ts';
import { scaled } from '#services/families/fields-numbers.ts';

export const EXCHANGE_RATE_DECIMALS = 4;
/** Thousandths of a per cent in a whole. */
const RATE_SCALE = 100_000n;
/** Hundredths of a per cent in a whole. */
const PERCENT_SCALE = 10_000n;

export type ClaimFigures = { netFobCents: bigint; claimCents: bigint; claimPoisha: bigint };

/** Half up; neither of them is negative. */
const divided = (amount: bigint, by: bigint): bigint => (amount + by / 2n) / by;

export function netFobCents(row: RowData): bigint {
  const { invoice_value, freight, insurance, commission } = row;
  return scaled(invoice_value) - scaled(freight) - scaled(insurance) - scaled(commission);
}

/**
 * Hundredths of a per cent of net FOB, never rounded up to what is asked for; null where the sheet does not say what
 * was added, or net FOB is nothing.
 */
export function valueAddition(row: RowData): bigint | null {
  const { cmt_value, btb_local_value } = row;
  const netFob = netFobCents(row);
  if (cmt_value === undefined || btb_local_value === undefined || netFob <= 0n) return null;
  return ((scaled(cmt_value) + scaled(btb_local_value)) * PERCENT_SCALE) / netFob;
}

/** Rounded to the cent, then to the poisha, as the application form does. */
export function figuresOf(row: RowData, rateThousandths: number): ClaimFigures {
  const netFob = netFobCents(row);
  const claim = divided(netFob * BigInt(rateThousandths), RATE_SCALE);
  const exchangeRate = scaled(row['exchange_rate'], EXCHANGE_RATE_DECIMALS);
  const claimPoisha = divided(claim * exchangeRate, 10n ** BigInt(EXCHANGE_RATE_DECIMALS));
  return { netFobCents: netFob, claimCents: claim, claimPoisha };
}
