/**
 * The conditions of the cash incentive as banks apply them. A circular may change any of them; the rates are kept
 * elsewhere.
 */
import type { IncentiveScheme } from '#contracts/portals/incentive-rates.ts';

type SchemeRules = {
  /** Columns that a claim of this scheme requires. */
  needs: readonly string[];
  /** The only destinations for which the scheme pays. Others cause a warning, since the bank decides. */
  destinations?: ReadonlySet<string>;
  /** Destinations for which the scheme does not pay; `eu` excludes the members of the EU as well. */
  excluded?: { countries: ReadonlySet<string>; eu: boolean };
};

const countries = (codes: string): ReadonlySet<string> => new Set(codes.split(' '));

export const incentiveRules = {
  /** Name of the application form; guides call it Ka or Kha. */
  formName: 'Form Kha',
  /** Number of days after the realisation of the proceeds within which a claim is accepted. */
  claimDaysMax: 180,
  /** Number of remaining days from which the preview warns that time is short. */
  daysLeftWarning: 14,
  /** Maximum realised amount in per cent of the invoice, apart from bank charges and exchange. */
  realisedPercentMax: 102n,
  /** Minimum domestic value addition, in hundredths of a per cent of net FOB. */
  valueAdditionMin: 2_000n,
  /** Rounding tolerance for the sheet's value addition, in hundredths of a per cent. */
  valueAdditionTolerance: 10n,
  netFobToleranceCents: 1n,
  /** Maximum difference between the bank's figure and the calculated one; above it nothing is submitted. */
  differencePoishaMax: 100n,
  schemes: {
    LOCAL_TEXTILE: {
      needs: ['btb_lc_no', 'btb_local_value', 'cmt_value', 'btma_cert_no', 'bgmea_cert_no'],
    },
    SME: { needs: ['bgmea_cert_no'] },
    EURO_ZONE: {
      needs: ['bgmea_cert_no'],
      destinations: countries('AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK'),
    },
    NEW_MARKET: { needs: ['bgmea_cert_no'], excluded: { countries: countries('US CA GB'), eu: true } },
    SPECIAL_RMG: { needs: ['bgmea_cert_no'] },
  } as const satisfies Record<IncentiveScheme, SchemeRules>,
};

export function schemeRules(scheme: IncentiveScheme): SchemeRules {
  return incentiveRules.schemes[scheme];
}
