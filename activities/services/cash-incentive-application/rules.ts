/** The conditions of the cash incentive as banks apply them: all that a circular may change, except the rates. */
import type { IncentiveScheme } from '#contracts/portals/incentive-rates.ts';

type SchemeRules = {
  /** Columns that a claim of this scheme cannot do without. */
  needs: readonly string[];
  /** The scheme pays for these destinations only; a doubt, since the bank decides. */
  destinations?: ReadonlySet<string>;
  /** The scheme pays for no shipment to these; the EU's members beside them. */
  excluded?: { countries: ReadonlySet<string>; eu: boolean };
};

const countries = (codes: string): ReadonlySet<string> => new Set(codes.split(' '));

export const incentiveRules = {
  /** Guides call the application form Ka or Kha. */
  formName: 'Form Kha',
  /** Days after the realisation of the proceeds in which a claim is taken. */
  claimDaysMax: 180,
  /** The preview says that the time is short when so many days are left. */
  daysLeftWarning: 14,
  /** What is realised may be so many per cent of the invoice, bank charges and exchange aside. */
  realisedPercentMax: 102n,
  /** Hundredths of a per cent of net FOB that were added in the country. */
  valueAdditionMin: 2_000n,
  /** A sheet may round its value addition by so many hundredths of a per cent. */
  valueAdditionTolerance: 10n,
  netFobToleranceCents: 1n,
  /** The bank's figure may differ from ours by so much before nothing is submitted. */
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
