/** An EXP in the portal's wording: labels, dates as 08-NOV-2026, amounts with commas. */
import type { Exp, Report } from './seed.ts';

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const whole = new Intl.NumberFormat('en-US');
const twoDecimals = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

export function date(iso: string): string {
  return `${iso.slice(8)}-${months[Number(iso.slice(5, 7)) - 1]}-${iso.slice(0, 4)}`;
}
/** 08-NOV-2026 → 2026-11-08; null for anything else. */
export function dateOf(text: string): string | null {
  const [, day, name = '', year] = /^(\d{2})-([A-Z]{3})-(\d{4})$/.exec(text) ?? [];
  const month = months.indexOf(name) + 1;
  return month > 0 ? `${year}-${String(month).padStart(2, '0')}-${day}` : null;
}
export function amount(cents: number): string {
  return twoDecimals.format(cents / 100);
}
export const number = (value: number | null): string => (value === null ? '' : whole.format(value));

export function expNumber(exp: Pick<Exp, 'adCode' | 'serial' | 'year'>): string {
  return `${exp.adCode}-${exp.serial}-${exp.year}`;
}

export function expFields(exp: Exp): [label: string, value: string][] {
  return [
    ['EXP No', expNumber(exp)],
    ['EXP Date', date(exp.expDate)],
    ['Status', exp.status],
    ['AD Code', exp.adCode],
    ['Exporter ERC', exp.exporter.erc],
    ['Exporter BIN', exp.exporter.bin],
    ['Exporter Name', exp.exporter.name],
    ['Sector', exp.sector],
    ['Invoice No', exp.invoiceNo],
    ['Invoice Date', date(exp.invoiceDate)],
    ['Contract Type', exp.contractType],
    ['Contract No', exp.contractNo],
    ['Contract Date', date(exp.contractDate)],
    ['Importer Name', exp.importerName],
    ['Importer Address', exp.importerAddress],
    ['Destination Country', exp.destinationCountry],
    ['Destination Port', exp.destinationPort],
    ['Port of Shipment', exp.portOfShipment],
    ['Mode of Transport', exp.transportMode],
    ['HS Code', exp.hsCode],
    ['Commodity', exp.commodity],
    ['Quantity', number(exp.quantity)],
    ['Unit', exp.unit],
    ['Currency', exp.currency],
    ['Incoterm', exp.incoterm],
    ['Invoice Value', amount(exp.invoiceValueCents)],
    ['Freight', amount(exp.freightCents)],
    ['Insurance', amount(exp.insuranceCents)],
    ['Commission', amount(exp.commissionCents)],
    ['FOB Value', amount(exp.fobValueCents)],
    ['Gross Weight (kg)', number(exp.grossWeightKg)],
    ['Net Weight (kg)', number(exp.netWeightKg)],
    ['Cartons', number(exp.cartons)],
    ['Revision', number(exp.revision)],
    ['Bill of Export Office', exp.bill?.office ?? ''],
    ['Bill of Export No', exp.bill?.no ?? ''],
    ['Bill of Export Date', exp.bill ? date(exp.bill.date) : ''],
    ...reportFields(exp.report),
    ['Duplicate Reported On', exp.duplicateReportedOn ? date(exp.duplicateReportedOn) : ''],
    ['Realised Value', exp.realisedValueCents === null ? '' : amount(exp.realisedValueCents)],
    ['Realised On', exp.realisedOn ? date(exp.realisedOn) : ''],
  ];
}

function reportFields(report: Report | null): [label: string, value: string][] {
  return [
    ['Transport Document Type', report?.transportType ?? ''],
    ['Transport Document No', report?.transportNo ?? ''],
    ['Shipment Date', report ? date(report.shipmentDate) : ''],
    ['Carrier', report?.carrier ?? ''],
    ['Shipped Quantity', number(report?.shippedQuantity ?? null)],
    ['Shipped Value', report ? amount(report.shippedValueCents) : ''],
    ['Bank Bill No', report?.bankBillNo ?? ''],
    ['Bank Bill Date', report?.bankBillDate ? date(report.bankBillDate) : ''],
    ['Duplicate Report Ref', report?.ref ?? ''],
  ];
}
