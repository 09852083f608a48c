/** Turns a row's returned values into labels, groups, units, money and dates for people. */
import { valueLabels } from 'virtual:value-labels';
import { formatDate, formatDateTime } from '#web/lib/dates.ts';
import { currentLanguage } from '#web/lib/language.ts';
import { formatDecimals, formatNumber, formatPercent } from '#web/lib/numbers.ts';

export type Values = Record<string, string | number | null>;
export const valueGroups = ['case', 'parties', 'money', 'goods', 'transport'] as const;
export type ValueGroup = (typeof valueGroups)[number];
/** `copied` is the value as the portal returned it, for use in other programs. */
export type ShownValue = { name: string; label: string; text: string; copied: string };

const wordsIn = (text: string): Set<string> => new Set(text.split(' '));

/** Abbreviations of the trade, which are written in capital letters. */
const tradeWords = wordsIn(
  'ad ata atd bin bl cbm cfs egm erc eta etd exp fcr fob hbl hs id iso mbl mlo po pod pol so',
);
const unitEndings = /_(?:bdt|kg|pct)$/;

/**
 * Returns a value's label in the chosen language; in English it follows from the name: "exporter_erc" → "Exporter ERC".
 * A unit at the end of the name is shown beside the value instead.
 */
export function labelOf(name: string): string {
  const bengali = currentLanguage() === 'bn' && Object.hasOwn(valueLabels, name) ? valueLabels[name] : null;
  return bengali ?? englishLabel(name);
}

function englishLabel(name: string): string {
  const words = name.replace(unitEndings, '').split('_');
  const label = words.map((word) => (tradeWords.has(word) ? word.toUpperCase() : word)).join(' ');
  return label.charAt(0).toUpperCase() + label.slice(1);
}

/** Returns the unit that the value's name contains, as a heading shows it; null without one. */
export function unitOf(name: string): string | null {
  if (name.endsWith('_bdt')) return 'BDT';
  if (name.endsWith('_kg')) return 'kg';
  return name.endsWith('_pct') ? '%' : null;
}

/** A value belongs to the first group that shares a word with its name, and otherwise to the case. */
const groupWords: [ValueGroup, Set<string>][] = [
  [
    'money',
    wordsIn('amount bdt charge commission currency fc fee fob freight incoterm insurance payment pct value'),
  ],
  ['parties', wordsIn('buyer consignee declarant exporter importer sector shipper trader')],
  ['goods', wordsIn('cartons category cbm commodity hs packages pcs pieces qty quantity unit weight')],
  [
    'transport',
    wordsIn(
      'ata atd bl block cfs container destination discharge egm eta etd hbl height iso load location mbl milestone ' +
        'mlo offdock origin pod pol port rotation seal size slot stuffing transit transport vessel voyage yard',
    ),
  ],
];

function groupOf(name: string): ValueGroup {
  const words = name.split('_');
  return groupWords.find(([, known]) => words.some((word) => known.has(word)))?.[0] ?? 'case';
}

const moneyNames =
  /^(?:total_|invoice_|fob_|triplicate_realised_)?(?:value|amount)$|^(?:freight|insurance|commission|net_fob|claim_fc)$/;
const isMoney = (name: string): boolean => name.endsWith('_bdt') || moneyNames.test(name);

/** Returns how a workbook stores a value: as money, or as a date if its text is one. */
export const heldBy = (name: string): 'money' | 'dates' => (isMoney(name) ? 'money' : 'dates');

const isoDay = /^\d{4}-\d{2}-\d{2}$/;
/** Portals write times in Dhaka's time, without a zone. */
const isoMinute = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2})(?::\d{2})?$/;
const DHAKA = '+06:00';
const EMPTY = '–';

/** Numbers that a portal writes as text, such as codes, stay as they are. */
function textOf(name: string, value: string | number | null, currency: string | null): string {
  if (value === null || value === '') return EMPTY;
  if (typeof value === 'string') return dateIn(value) ?? value;
  if (name.endsWith('_bdt')) return `৳${formatDecimals(value)}`;
  if (name.endsWith('_pct')) return formatPercent(value);
  if (name.endsWith('_kg')) return `${formatNumber(value)} kg`;
  if (moneyNames.test(name)) return [formatDecimals(value), currency].filter(Boolean).join(' ');
  return formatNumber(value, { maximumFractionDigits: 3 });
}

function dateIn(text: string): string | null {
  if (isoDay.test(text)) return isReal(`${text}T00:00${DHAKA}`, formatDate);
  const [, day, clock] = isoMinute.exec(text) ?? [];
  return day && clock ? isReal(`${day}T${clock}${DHAKA}`, formatDateTime) : null;
}

/** A day that does not exist, such as 31 June, is shown as the portal wrote it. */
const isReal = (iso: string, format: (iso: string) => string): string | null =>
  Number.isNaN(Date.parse(iso)) ? null : format(iso);

const textIn = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const currencyIn = (values: Values): string | null =>
  textIn(values['currency'] ?? values['invoice_currency']);

/** Returns one value as it is shown; empty if the row has none. */
export const shownText = (values: Values, name: string): string =>
  name in values ? textOf(name, values[name] ?? null, currencyIn(values)) : '';

/** Returns the values by group. Within a group they are sorted by label, which puts those of one subject together. */
export function shownValues(values: Values): Record<ValueGroup, ShownValue[]> {
  const currency = currencyIn(values);
  const grouped: Record<ValueGroup, ShownValue[]> = {
    case: [],
    parties: [],
    money: [],
    goods: [],
    transport: [],
  };
  for (const [name, value] of Object.entries(values).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    grouped[groupOf(name)].push({
      name,
      label: labelOf(name),
      text: textOf(name, value, currency),
      copied: String(value ?? ''),
    });
  return grouped;
}
