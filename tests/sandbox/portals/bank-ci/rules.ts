/** The desk's own rates and arithmetic, and its refusals in its own words. */
import { DAY_MS } from '#tests/sandbox/framework/durations.ts';
import {
  certificateItems,
  currencies,
  findScheme,
  shipmentItems,
  type Calculation,
  type Claim,
  type Item,
  type Items,
  type SchemeCode,
} from './claims.ts';

/** In hundredths of a per cent, for shipments of the first half of 2026; new markets have none. */
const ownRates: Partial<Record<SchemeCode, number>> = { LT: 150, SM: 300, EZ: 50, SP: 30 };
const ratesFrom = '2026-01-01';
const ratesTo = '2026-06-30';

export type DeskSettings = { rates?: Partial<Record<SchemeCode, number>> };

const CLAIM_DAYS = 180;
const VALUE_ADDITION_PERCENT = 20;
const expiredCertificates = ['BTMA/24/40001', 'BGMEA/CI/24/1001'];
/** Textile articles. */
const eligibleChapters = ['61', '62', '63'];
const euroZone = 'AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK'.split(' ');
const oldMarkets = `US CA GB CZ DK HU PL RO SE ${euroZone.join(' ')}`.split(' ');

/** 18/02/2026 → 2026-02-18; empty for anything else. */
function isoDay(text: string): string {
  const [, day, month, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(text) ?? [];
  return year ? `${year}-${month}-${day}` : '';
}

function isValid({ kind, optional }: Item, text: string): boolean {
  if (text === '') return optional ?? false;
  if (kind === 'date') return isoDay(text) !== '';
  if (kind === 'number') return /^\d+(\.\d{1,4})?$/.test(text);
  return kind === 'text' || currencies.includes(text);
}

export function refusalOfStep(step: 'shipment' | 'certificates', items: Items): string | null {
  const asked = step === 'shipment' ? shipmentItems : certificateItems;
  const bad = asked.find((item) => !isValid(item, items[item.name] ?? ''));
  if (!bad) return null;
  return items[bad.name] ? `${bad.label} is not valid.` : `${bad.label} must not be empty.`;
}

const cents = (text = ''): number => Math.round(Number(text) * 100);

/** Null where no rate is announced. */
export function calculate(scheme: SchemeCode, items: Items, settings: DeskSettings): Calculation | null {
  const shipped = isoDay(items['blDate'] ?? '');
  const rates = { ...ownRates, ...settings.rates };
  const rateHundredths = shipped >= ratesFrom && shipped <= ratesTo ? rates[scheme] : undefined;
  if (rateHundredths === undefined) return null;
  const { invoiceValue, freight, insurance, commission, exchangeRate } = items;
  const netFobCents = cents(invoiceValue) - cents(freight) - cents(insurance) - cents(commission);
  const claimCents = Math.round((netFobCents * rateHundredths) / 10_000);
  return {
    netFobCents,
    rateHundredths,
    claimCents,
    claimPoisha: Math.round((claimCents * Math.round(Number(exchangeRate) * 10_000)) / 10_000),
  };
}

type Asked = { scheme: SchemeCode; items: Items; claims: readonly Claim[]; today: Date };

export function refusalOfClaim(asked: Asked): string | null {
  return refusalOfDocuments(asked) ?? refusalOfGoods(asked);
}

function refusalOfDocuments({ items, claims, today }: Asked): string | null {
  const realised = Date.parse(isoDay(items['realisationDate'] ?? ''));
  if (Math.floor((today.getTime() - realised) / DAY_MS) > CLAIM_DAYS)
    return `The claim is late: the proceeds were realised more than ${CLAIM_DAYS} days ago.`;
  const { prcNo, expNo } = items;
  const other = claims.find((claim) => claim.items['prcNo'] === prcNo && claim.items['expNo'] !== expNo);
  if (other) return `PRC ${prcNo} is already used in claim ${other.no}.`;
  const expired = [items['btmaCertNo'], items['bgmeaCertNo']].find((certificate) =>
    expiredCertificates.includes(certificate ?? ''),
  );
  return expired ? `Certificate ${expired} has expired.` : null;
}

function refusalOfGoods({ scheme, items }: Asked): string | null {
  const { hsCode = '', destination = '', cmtValue, btbLocalValue } = items;
  const label = findScheme(scheme)?.label ?? '';
  if (!eligibleChapters.includes(hsCode.slice(0, 2)))
    return `HS Code ${hsCode} is not eligible for "${label}".`;
  const isEligible =
    scheme === 'EZ' ? euroZone.includes(destination) : scheme !== 'NM' || !oldMarkets.includes(destination);
  if (!isEligible) return `Destination ${destination} is not eligible for "${label}".`;
  if (!cmtValue || !btbLocalValue) return null;
  const { invoiceValue, freight, insurance, commission } = items;
  const netFob = cents(invoiceValue) - cents(freight) - cents(insurance) - cents(commission);
  const percent = ((cents(cmtValue) + cents(btbLocalValue)) * 100) / netFob;
  if (percent >= VALUE_ADDITION_PERCENT) return null;
  return `Value addition of ${percent.toFixed(2)} % is below ${VALUE_ADDITION_PERCENT} %.`;
}
