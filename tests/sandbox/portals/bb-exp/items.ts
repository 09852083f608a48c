/** Items of the portal's forms: their names after the page's prefix, their labels, and the EXP that they form. */
import { amount, date, dateOf } from './fields.ts';
import type { Exp } from './seed.ts';

export type Item = { name: string; label: string; choices?: readonly string[]; optional?: true };
/** What was typed, by item name. */
export type Texts = Record<string, string>;

export const INCOTERMS = ['EXW', 'FCA', 'CPT', 'CIP', 'DAP', 'DPU', 'DDP', 'FAS', 'FOB', 'CFR', 'CIF'];
const CURRENCIES = ['USD', 'EUR', 'GBP', 'JPY', 'CAD', 'AUD', 'CHF', 'SEK', 'CNY', 'INR', 'BDT'];

const exporterItems: readonly Item[] = [
  { name: 'AD_CODE', label: 'AD Code' },
  { name: 'EXPORTER_ERC', label: 'Exporter ERC' },
  { name: 'EXPORTER_BIN', label: 'Exporter BIN' },
  { name: 'EXPORTER_NAME', label: 'Exporter Name' },
];
const currencyItem: Item = { name: 'CURRENCY', label: 'Currency', choices: CURRENCIES };

export const correctedItems: readonly Item[] = [
  { name: 'SECTOR', label: 'Sector', choices: ['Private', 'Public', 'EPZ'] },
  { name: 'INVOICE_NO', label: 'Invoice No' },
  { name: 'INVOICE_DATE', label: 'Invoice Date' },
  { name: 'CONTRACT_TYPE', label: 'Contract Type', choices: ['LC', 'SC', 'TT'] },
  { name: 'CONTRACT_NO', label: 'Contract No' },
  { name: 'CONTRACT_DATE', label: 'Contract Date' },
  { name: 'IMPORTER_NAME', label: 'Importer Name' },
  { name: 'IMPORTER_ADDRESS', label: 'Importer Address' },
  { name: 'DESTINATION_COUNTRY', label: 'Destination Country' },
  { name: 'DESTINATION_PORT', label: 'Destination Port' },
  { name: 'PORT_OF_SHIPMENT', label: 'Port of Shipment' },
  { name: 'TRANSPORT_MODE', label: 'Mode of Transport', choices: ['SEA', 'AIR', 'ROAD', 'RAIL', 'POST'] },
  { name: 'HS_CODE', label: 'HS Code' },
  { name: 'COMMODITY', label: 'Commodity' },
  { name: 'QUANTITY', label: 'Quantity' },
  { name: 'UNIT', label: 'Unit', choices: ['PCS', 'DOZ', 'SET', 'PAIR', 'KGS', 'MTR'] },
  { name: 'INCOTERM', label: 'Incoterm', choices: INCOTERMS },
  { name: 'INVOICE_VALUE', label: 'Invoice Value' },
  { name: 'FREIGHT', label: 'Freight' },
  { name: 'INSURANCE', label: 'Insurance' },
  { name: 'COMMISSION', label: 'Commission' },
  { name: 'FOB_VALUE', label: 'FOB Value' },
  { name: 'GROSS_WEIGHT_KG', label: 'Gross Weight (kg)', optional: true },
  { name: 'NET_WEIGHT_KG', label: 'Net Weight (kg)', optional: true },
  { name: 'CARTONS', label: 'Cartons', optional: true },
];
export const issueItems: readonly Item[] = [...exporterItems, ...correctedItems, currencyItem];

export const reportItems: readonly Item[] = [
  { name: 'BILL_OF_EXPORT_OFFICE', label: 'Bill of Export Office' },
  { name: 'BILL_OF_EXPORT_NO', label: 'Bill of Export No' },
  { name: 'BILL_OF_EXPORT_DATE', label: 'Bill of Export Date' },
  {
    name: 'TRANSPORT_DOC_TYPE',
    label: 'Transport Document Type',
    choices: ['BL', 'HBL', 'AWB', 'FCR', 'TR'],
  },
  { name: 'TRANSPORT_DOC_NO', label: 'Transport Document No' },
  { name: 'SHIPMENT_DATE', label: 'Shipment Date' },
  { name: 'CARRIER_NAME', label: 'Carrier' },
  { name: 'SHIPPED_QUANTITY', label: 'Shipped Quantity' },
  { name: 'SHIPPED_VALUE', label: 'Shipped Value' },
  { name: 'BANK_BILL_NO', label: 'Bank Bill No', optional: true },
  { name: 'BANK_BILL_DATE', label: 'Bank Bill Date', optional: true },
];

/** Thrown for a form that is not filled in as required. */
export class FormError extends Error {}

const wholeOf = (text: string): number | null => (text === '' ? null : plainNumber(text));
export const centsOf = (text: string): number => Math.round(plainNumber(text || '0') * 100);

function plainNumber(text: string): number {
  const digits = text.replaceAll(',', '');
  if (!/^\d+(\.\d+)?$/.test(digits)) throw new FormError(`"${text}" is not a number.`);
  return Number(digits);
}

export function dayOf(text: string): string {
  const day = dateOf(text);
  if (!day) throw new FormError(`Date "${text}" must be DD-MON-YYYY.`);
  return day;
}

/** Throws the portal's first complaint about an empty item or an unknown choice. */
export function refuseIncomplete(items: readonly Item[], texts: Texts): void {
  for (const { name, label, choices, optional } of items) {
    const text = texts[name]?.trim() ?? '';
    if (text === '' && !optional) throw new FormError(`${label} must have some value.`);
    if (choices && !choices.includes(text)) throw new FormError(`${label} is not in the list.`);
  }
}

type Facts = Omit<
  Exp,
  'serial' | 'year' | 'expDate' | 'status' | 'revision' | 'certifiedAt' | 'bill' | 'report' | Progress
>;
type Progress = 'duplicateReportedOn' | 'realisedValueCents' | 'realisedOn';

export function factsOf(texts: Texts): Facts {
  const text = (name: string): string => texts[name]?.trim() ?? '';
  return {
    adCode: text('AD_CODE'),
    exporter: { erc: text('EXPORTER_ERC'), bin: text('EXPORTER_BIN'), name: text('EXPORTER_NAME') },
    sector: text('SECTOR'),
    invoiceNo: text('INVOICE_NO'),
    invoiceDate: dayOf(text('INVOICE_DATE')),
    contractType: text('CONTRACT_TYPE'),
    contractNo: text('CONTRACT_NO'),
    contractDate: dayOf(text('CONTRACT_DATE')),
    importerName: text('IMPORTER_NAME'),
    importerAddress: text('IMPORTER_ADDRESS'),
    destinationCountry: text('DESTINATION_COUNTRY'),
    destinationPort: text('DESTINATION_PORT'),
    portOfShipment: text('PORT_OF_SHIPMENT'),
    transportMode: text('TRANSPORT_MODE'),
    hsCode: text('HS_CODE'),
    commodity: text('COMMODITY'),
    unit: text('UNIT'),
    quantity: plainNumber(text('QUANTITY')),
    currency: text('CURRENCY'),
    incoterm: text('INCOTERM'),
    invoiceValueCents: centsOf(text('INVOICE_VALUE')),
    freightCents: centsOf(text('FREIGHT')),
    insuranceCents: centsOf(text('INSURANCE')),
    commissionCents: centsOf(text('COMMISSION')),
    fobValueCents: centsOf(text('FOB_VALUE')),
    grossWeightKg: wholeOf(text('GROSS_WEIGHT_KG')),
    netWeightKg: wholeOf(text('NET_WEIGHT_KG')),
    cartons: wholeOf(text('CARTONS')),
  };
}

/** An EXP as its form shows it. */
export function textsOf(exp: Exp): Texts {
  return {
    AD_CODE: exp.adCode,
    EXPORTER_ERC: exp.exporter.erc,
    EXPORTER_BIN: exp.exporter.bin,
    EXPORTER_NAME: exp.exporter.name,
    SECTOR: exp.sector,
    INVOICE_NO: exp.invoiceNo,
    INVOICE_DATE: date(exp.invoiceDate),
    CONTRACT_TYPE: exp.contractType,
    CONTRACT_NO: exp.contractNo,
    CONTRACT_DATE: date(exp.contractDate),
    IMPORTER_NAME: exp.importerName,
    IMPORTER_ADDRESS: exp.importerAddress,
    DESTINATION_COUNTRY: exp.destinationCountry,
    DESTINATION_PORT: exp.destinationPort,
    PORT_OF_SHIPMENT: exp.portOfShipment,
    TRANSPORT_MODE: exp.transportMode,
    HS_CODE: exp.hsCode,
    COMMODITY: exp.commodity,
    QUANTITY: String(exp.quantity),
    UNIT: exp.unit,
    CURRENCY: exp.currency,
    INCOTERM: exp.incoterm,
    INVOICE_VALUE: amount(exp.invoiceValueCents),
    FREIGHT: amount(exp.freightCents),
    INSURANCE: amount(exp.insuranceCents),
    COMMISSION: amount(exp.commissionCents),
    FOB_VALUE: amount(exp.fobValueCents),
    GROSS_WEIGHT_KG: String(exp.grossWeightKg ?? ''),
    NET_WEIGHT_KG: String(exp.netWeightKg ?? ''),
    CARTONS: String(exp.cartons ?? ''),
  };
}
