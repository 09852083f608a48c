/** The fields of an FCR: their labels in the known layouts, and the format of their values. */
import type { Message } from '#contracts/messages/message.ts';
import { isContainer } from '#services/families/fields-containers.ts';
import { parseDate } from '#services/families/fields-dates.ts';
import { decimal, integer } from '#services/families/fields-numbers.ts';
import { expNumber } from '#services/families/fields-trade.ts';
import { damcoFcrExtractorMessages } from './messages.ts';

export const fcrFields = [
  'fcr_no',
  'fcr_date',
  'so_no',
  'shipper',
  'consignee',
  'po_no',
  'invoice_no',
  'exp_no',
  'pieces',
  'cartons',
  'gross_weight_kg',
  'cbm',
  'pol',
  'pod',
  'vessel',
  'container_no',
  'seal_no',
] as const;
export type FcrField = (typeof fcrFields)[number];

/** Names of the fields in sentences. */
export const fieldNames: Record<FcrField, Message> = {
  fcr_no: damcoFcrExtractorMessages.fcrNo(),
  fcr_date: damcoFcrExtractorMessages.fcrDate(),
  so_no: damcoFcrExtractorMessages.soNo(),
  shipper: damcoFcrExtractorMessages.shipper(),
  consignee: damcoFcrExtractorMessages.consignee(),
  po_no: damcoFcrExtractorMessages.poNo(),
  invoice_no: damcoFcrExtractorMessages.invoiceNo(),
  exp_no: damcoFcrExtractorMessages.expNo(),
  pieces: damcoFcrExtractorMessages.pieces(),
  cartons: damcoFcrExtractorMessages.cartons(),
  gross_weight_kg: damcoFcrExtractorMessages.grossWeight(),
  cbm: damcoFcrExtractorMessages.cbm(),
  pol: damcoFcrExtractorMessages.pol(),
  pod: damcoFcrExtractorMessages.pod(),
  vessel: damcoFcrExtractorMessages.vessel(),
  container_no: damcoFcrExtractorMessages.containerNo(),
  seal_no: damcoFcrExtractorMessages.sealNo(),
};

type FieldRule = {
  /** Labels in the form that `labelKey` returns. */
  labels: readonly string[];
  /** Returns the canonical value; null for text in another format, which is never corrected. */
  read: (text: string) => string | number | null;
  /** Whether every FCR has the field; other fields count only if their label is found. */
  isCore?: true;
};

export const fieldRules: Record<FcrField, FieldRule> = {
  fcr_no: {
    labels: ['fcr no', 'fcr number', 'forwarders cargo receipt no', 'cargo receipt no'],
    read: matching(/^(?=.*\d)[A-Z0-9][A-Z0-9/-]{4,24}$/),
    isCore: true,
  },
  fcr_date: { labels: ['fcr date', 'date of issue', 'issue date'], read: parseDate, isCore: true },
  so_no: {
    labels: ['so no', 'so number', 'shipping order', 'shipping order no', 'booking no'],
    read: matching(/^\d{6,12}$/),
  },
  shipper: { labels: ['shipper', 'shipper exporter', 'shipper name'], read: wording, isCore: true },
  consignee: { labels: ['consignee', 'consignee name'], read: wording, isCore: true },
  po_no: {
    labels: ['po no', 'po number', 'purchase order', 'purchase order no', 'order no'],
    read: matching(/^[A-Z0-9-]{4,20}( ?[,;/] ?[A-Z0-9-]{4,20})*$/),
    isCore: true,
  },
  invoice_no: {
    labels: ['invoice no', 'invoice number', 'commercial invoice no'],
    read: matching(/^(?=.*\d)[A-Z0-9][A-Z0-9./_-]{0,29}$/),
  },
  exp_no: { labels: ['exp no', 'exp number', 'exp form no'], read: parsed(expNumber.schema) },
  pieces: { labels: ['pieces', 'no of pieces', 'quantity', 'total pcs'], read: counted },
  cartons: {
    labels: ['cartons', 'no of cartons', 'no of packages', 'packages', 'total ctns'],
    read: counted,
    isCore: true,
  },
  gross_weight_kg: {
    labels: ['gross weight', 'gross weight kg', 'gross wt', 'gw'],
    read: measured(/\s*KGS?\.?$/i),
    isCore: true,
  },
  cbm: {
    labels: ['cbm', 'measurement', 'volume', 'volume cbm'],
    read: measured(/\s*(CBM|M3)\.?$/i),
    isCore: true,
  },
  pol: { labels: ['port of loading', 'pol'], read: wording, isCore: true },
  pod: { labels: ['port of discharge', 'pod'], read: wording, isCore: true },
  vessel: { labels: ['vessel', 'vessel voyage', 'ocean vessel', 'vessel name'], read: wording, isCore: true },
  container_no: { labels: ['container no', 'container', 'container number'], read: containerOf },
  seal_no: { labels: ['seal no', 'seal', 'seal number'], read: matching(/^[A-Z0-9-]{4,20}$/) },
};

/** Labels of fields that are not read. */
export const otherLabels: ReadonlySet<string> = new Set([
  'notify',
  'notify party',
  'place of receipt',
  'place of delivery',
  'freight',
  'freight term',
  'marks and numbers',
  'description of goods',
  'originals',
  'net weight',
]);

/** Normalises a label: "F.C.R. NO." and "FCR No:" are the same, and text in brackets is a unit. */
export function labelKey(text: string): string {
  return text
    .toLowerCase()
    .replace(/\([^)]*\)/g, ' ')
    .replace(/['’.]/g, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
}

function matching(expression: RegExp) {
  return (text: string): string | null => {
    const upper = text.toUpperCase();
    return expression.test(upper) ? upper : null;
  };
}

function wording(text: string): string | null {
  return text.length >= 3 && text.length <= 250 && /\p{L}/u.test(text) ? text : null;
}

function parsed(schema: typeof expNumber.schema) {
  return (text: string): string | null => {
    const result = schema.safeParse(text);
    return result.success ? result.data : null;
  };
}

function counted(text: string): number | null {
  const count = parsed(integer({ min: 1 }).schema)(text.replace(/\s*(PCS|CTNS?|CARTONS|PIECES)\.?$/i, ''));
  return count === null ? null : Number(count);
}

/** "46,213" may have thousands or decimals, which cannot be decided here. */
const isAmbiguous = (text: string): boolean => /^\d{1,3},\d{3}$/.test(text);

function measured(unit: RegExp) {
  return (text: string): number | null => {
    const number = text.replace(unit, '');
    const value = isAmbiguous(number) ? null : parsed(decimal({ above: 0, decimals: 3 }).schema)(number);
    return value === null ? null : Number(value);
  };
}

function containerOf(text: string): string | null {
  const number = text.toUpperCase().replace(/[\s-]/g, '');
  return isContainer(number) ? number : null;
}
