/** Converts the details of an EXP from the portal's labels and formats to result columns. */
import { months } from '#contracts/calendar-days.ts';
import { expItems, reportItems } from '#activities/portals/bb-exp/exp-form.ts';
import type { FormItem, ItemKind } from '#activities/portals/form-items.ts';
import { unreadable } from '#activities/portals/cells.ts';
import { PortalFault } from '#activities/portals/contract.ts';
import { isSameText } from '#activities/portals/same-text.ts';
import type { Message } from '#contracts/messages/message.ts';
import { portalMessages } from '#activities/portals/messages.ts';
import { expSearchMessages } from './messages.ts';

type Kind = 'text' | 'date' | 'number';
export type LabelledField = readonly [column: string, label: string, kind: Kind];
export type Details = Record<string, string | number | null>;

const kindOf = (kind: ItemKind): Kind => (kind === 'choice' ? 'text' : kind);
const fieldOf = ({ column, label, kind }: FormItem): LabelledField => [column, label, kindOf(kind)];

/** In the order of the result workbook; the AD code is already present as a key column. */
const fields: readonly LabelledField[] = [
  ['exp_date', 'EXP Date', 'date'],
  // The name "status" is taken by the row's own status in every result.
  ['portal_status', 'Status', 'text'],
  ...expItems.map(fieldOf),
  ['duplicate_reported_on', 'Duplicate Reported On', 'date'],
  ['triplicate_realised_value', 'Realised Value', 'number'],
  ['realised_on', 'Realised On', 'date'],
];

/** Fields used only by services that file on an existing EXP. */
const filingFields: readonly LabelledField[] = [
  ['revision_no', 'Revision', 'number'],
  ...reportItems.map(fieldOf),
  ['report_ref', 'Duplicate Report Ref', 'text'],
];

export const detailColumns: readonly string[] = fields.map(([column]) => column);

/**
 * Returns the columns of the EXP. Throws PortalFault PORTAL_CHANGED if the portal shows the details of another EXP.
 */
export function readDetails(details: ReadonlyMap<string, string>, expNumber: string): Details {
  const shown = details.get('EXP No');
  if (shown !== expNumber)
    throw changed(expSearchMessages.otherExpShown({ shown: shown ?? '', exp: expNumber }));
  return readFields(details, fields);
}

/** Does the same, with the additional columns that services need which file on an existing EXP. */
export function readFilingDetails(details: ReadonlyMap<string, string>, expNumber: string): Details {
  return { ...readDetails(details, expNumber), ...readFields(details, filingFields) };
}

/** Reads the fields. A missing label or an unknown format throws PORTAL_CHANGED; values are never guessed. */
export function readFields(labelled: ReadonlyMap<string, string>, wanted: readonly LabelledField[]): Details {
  return Object.fromEntries(
    wanted.map(([column, label, kind]) => {
      const text = labelled.get(label);
      if (text === undefined) throw changed(portalMessages.noLabel({ label }));
      return [column, text === '' ? null : convert(text, kind, label)];
    }),
  );
}

/** Whether a cell equals the value shown on the portal. Differences in spacing and capitalisation are ignored. */
export function matchesShown(cell: string | undefined, shown: string | number | null | undefined): boolean {
  if (cell === undefined || shown === null || shown === undefined)
    return (cell === undefined || Number(cell) === 0) && (shown ?? null) === null;
  return typeof shown === 'number' ? Number(cell) === shown : isSameText(cell, shown);
}

function convert(text: string, kind: Kind, label: string): string | number {
  if (kind === 'text') return text;
  const value = kind === 'date' ? isoDate(text) : plainNumber(text);
  if (value === undefined) throw unreadable(text, label);
  return value;
}

/** Converts 08-NOV-2026 to 2026-11-08. */
function isoDate(text: string): string | undefined {
  const [, day, name = '', year] = /^(\d{2})-([A-Z]{3})-(\d{4})$/i.exec(text) ?? [];
  const month = months.indexOf(name.toUpperCase()) + 1;
  return month > 0 ? `${year}-${String(month).padStart(2, '0')}-${day}` : undefined;
}

/** Parses 61,500.00 and 12,34,567.00 as numbers. */
function plainNumber(text: string): number | undefined {
  const digits = text.replaceAll(',', '');
  return /^-?\d+(\.\d+)?$/.test(digits) ? Number(digits) : undefined;
}

const changed = (said: Message): PortalFault => new PortalFault('PORTAL_CHANGED', said);
