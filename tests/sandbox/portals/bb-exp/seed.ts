/** Invented EXPs: every field is derived from AD code, serial and year, so each run shows the same ones. */
import { DAY_MS } from '#tests/sandbox/framework/durations.ts';

export type Exp = {
  adCode: string;
  serial: string;
  year: string;
  expDate: string;
  exporter: Exporter;
  sector: string;
  invoiceNo: string;
  invoiceDate: string;
  contractType: string;
  contractNo: string;
  contractDate: string;
  importerName: string;
  importerAddress: string;
  destinationCountry: string;
  destinationPort: string;
  portOfShipment: string;
  transportMode: string;
  hsCode: string;
  commodity: string;
  unit: string;
  quantity: number;
  currency: string;
  incoterm: string;
  /** Amounts in hundredths of the currency. */
  invoiceValueCents: number;
  freightCents: number;
  insuranceCents: number;
  commissionCents: number;
  fobValueCents: number;
  grossWeightKg: number | null;
  netWeightKg: number | null;
  cartons: number | null;
  status: ExpStatus;
  /** The number of corrections that have been applied. */
  revision: number;
  /** Until this time the AD has not certified the EXP, and it has no number. */
  certifiedAt?: string;
  /** The bill of export in which customs used it, as ASYCUDA reports it. */
  bill: Bill | null;
  report: Report | null;
  duplicateReportedOn: string | null;
  realisedValueCents: number | null;
  realisedOn: string | null;
};
type Exporter = { erc: string; bin: string; name: string };
export type Bill = { office: string; no: string; date: string };
/** The duplicate copy as reported after shipment. */
export type Report = {
  ref: string;
  transportType: string;
  transportNo: string;
  shipmentDate: string;
  carrier: string;
  shippedQuantity: number;
  shippedValueCents: number;
  bankBillNo: string;
  bankBillDate: string;
};

/** The states are assigned in turn; most EXPs are between issued and realised. */
const statuses = [
  'Issued',
  'Used in Bill of Export',
  'Duplicate Reported',
  'Triplicate Reported',
  'Used in Bill of Export',
  'Corrected',
  'Duplicate Reported',
  'Triplicate Reported',
  'Cancelled',
  'Draft',
] as const;
type ExpStatus = (typeof statuses)[number] | 'Submitted to AD';

export const adCodes = ['1084', '2071'] as const;

export const exporters: readonly Exporter[] = [
  { erc: '260326110123456', bin: '001234567-0103', name: 'Padma Apparels Ltd.' },
  { erc: '260326110654321', bin: '002345678-0205', name: 'Meghna Knit Composite Ltd.' },
  { erc: '260326210777001', bin: '003456789-0301', name: 'Jamuna Denim & Trousers Ltd.' },
];
const importers = [
  {
    name: 'Nordic Wear AB',
    address: 'Box 1410, 111 84 Stockholm',
    country: 'SE',
    port: 'SEGOT',
    currency: 'USD',
  },
  {
    name: 'Hanse Mode GmbH',
    address: 'Speicherstr. 8, 20457 Hamburg',
    country: 'DE',
    port: 'DEHAM',
    currency: 'EUR',
  },
  {
    name: 'Albion Clothing Plc',
    address: '12 Dock Road, Felixstowe IP11',
    country: 'GB',
    port: 'GBFXT',
    currency: 'GBP',
  },
  {
    name: 'Hudson Outfitters Inc.',
    address: '350 Water Street, New York NY 10038',
    country: 'US',
    port: 'USNYC',
    currency: 'USD',
  },
] as const;
const goods = [
  { hs: '61091000', name: "Men's 100% cotton knitted T-shirt", cents: 250, grams: 190 },
  { hs: '62034290', name: "Men's cotton trousers", cents: 805, grams: 450 },
  { hs: '61102000', name: "Ladies' cotton pullover", cents: 540, grams: 320 },
] as const;
const incoterms = ['FOB', 'CFR', 'CIF'] as const;

export const SERIALS = { first: 4501, last: 4560 };
/** Serials of the first branch only, so that a job of any size can run. */
const BULK_SERIALS = { first: 100_000, last: 119_999 };
const YEAR = 2026;

/** The EXP with this number, or undefined where the portal says "No data found." */
export function findExp(adCode: string, serial: string, year: string): Exp | undefined {
  const number = Number(serial);
  const branch = (adCodes as readonly string[]).indexOf(adCode);
  const inSeed = number >= SERIALS.first && number <= SERIALS.last;
  const inBulk = branch === 0 && number >= BULK_SERIALS.first && number <= BULK_SERIALS.last;
  if (branch < 0 || !/^\d{6}$/.test(serial) || year !== String(YEAR) || (!inSeed && !inBulk))
    return undefined;
  return makeExp(adCode, number, branch);
}

function makeExp(adCode: string, number: number, branch: number): Exp {
  const n = number + branch * 3;
  const importer = pick(importers, n);
  const item = pick(goods, n);
  const incoterm = pick(incoterms, n);
  const quantity = 1_200 + (n % 97) * 240;
  const goodsCents = quantity * item.cents;
  const freightCents = incoterm === 'FOB' ? 0 : Math.round(goodsCents * 0.04);
  const insuranceCents = incoterm === 'CIF' ? Math.round(goodsCents * 0.01) : 0;
  const commissionCents = n % 5 === 0 ? Math.round(goodsCents * 0.015) : 0;
  const invoiceValueCents = goodsCents + freightCents + insuranceCents + commissionCents;
  const issuedMs = Date.UTC(YEAR, 0, 4) + (n % 300) * DAY_MS;
  const status = pick(statuses, number - 1);
  const netWeightKg = Math.round((quantity * item.grams) / 1000);
  return {
    adCode,
    serial: String(number).padStart(6, '0'),
    year: String(YEAR),
    expDate: day(issuedMs),
    exporter: pick(exporters, n),
    sector: n % 11 === 0 ? 'EPZ' : 'Private',
    invoiceNo: `PAL/${importer.country}/${YEAR}/${String(n).padStart(4, '0')}`,
    invoiceDate: day(issuedMs - 2 * DAY_MS),
    contractType: pick(['SC', 'LC', 'TT'], n),
    contractNo: `NW-${pick(['SC', 'LC', 'TT'], n)}-${YEAR}-${100 + (n % 900)}`,
    contractDate: day(issuedMs - 100 * DAY_MS),
    importerName: importer.name,
    importerAddress: importer.address,
    destinationCountry: importer.country,
    destinationPort: importer.port,
    portOfShipment: 'BDCGP',
    transportMode: 'SEA',
    hsCode: item.hs,
    commodity: item.name,
    unit: 'PCS',
    quantity,
    currency: importer.currency,
    incoterm,
    invoiceValueCents,
    freightCents,
    insuranceCents,
    commissionCents,
    fobValueCents: goodsCents,
    grossWeightKg: Math.round(netWeightKg * 1.12),
    netWeightKg,
    cartons: Math.ceil(quantity / 40),
    ...progress(status, issuedMs, invoiceValueCents),
    revision: status === 'Corrected' ? 1 : 0,
    ...shipment(status, issuedMs, { n, quantity, invoiceValueCents }),
  };
}

/** Customs use an EXP 5 days after it was issued, and the goods are shipped on the following day. */
function shipment(
  status: ExpStatus,
  issuedMs: number,
  { n, quantity, invoiceValueCents }: { n: number; quantity: number; invoiceValueCents: number },
): Pick<Exp, 'bill' | 'report'> {
  const isReported = status === 'Duplicate Reported' || status === 'Triplicate Reported';
  const isUsed = isReported || status === 'Used in Bill of Export';
  return {
    bill: isUsed ? { office: '301', no: `C${800_000 + n}`, date: day(issuedMs + 5 * DAY_MS) } : null,
    report: isReported
      ? {
          ref: `DUP-${100_000 + n}`,
          transportType: 'FCR',
          transportNo: `DHK1${String(n).padStart(6, '0')}`,
          shipmentDate: day(issuedMs + 6 * DAY_MS),
          carrier: 'MAERSK XIAMEN / 641W',
          shippedQuantity: quantity,
          shippedValueCents: invoiceValueCents,
          bankBillNo: '',
          bankBillDate: '',
        }
      : null,
  };
}

function progress(status: ExpStatus, issuedMs: number, invoiceValueCents: number) {
  const isReported = status === 'Duplicate Reported' || status === 'Triplicate Reported';
  const isRealised = status === 'Triplicate Reported';
  return {
    status,
    duplicateReportedOn: isReported ? day(issuedMs + 12 * DAY_MS) : null,
    realisedValueCents: isRealised ? Math.round(invoiceValueCents * 0.995) : null,
    realisedOn: isRealised ? day(issuedMs + 75 * DAY_MS) : null,
  };
}

function pick<T>(list: readonly T[], n: number): T {
  return list[n % list.length] as T;
}

function day(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

export function addDays(iso: string, days: number): string {
  return day(Date.parse(iso) + days * DAY_MS);
}
