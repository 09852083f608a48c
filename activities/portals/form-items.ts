/** The fields of a portal's form: a column of our sheet, the portal's label for it, and how its value is typed. */
import { slashDate } from '#contracts/calendar-days.ts';
import type { FormEntry } from './form-entries.ts';

/** A `choice` is selected from a list; the other kinds are typed. */
export type ItemKind = 'text' | 'date' | 'number' | 'choice';
export type FormItem = { column: string; label: string; kind: ItemKind };

/** Converts a cell's canonical text to the input format of most portals, whose dates are 31/12/2026. */
export const typedText = (kind: ItemKind, text: string): string => (kind === 'date' ? slashDate(text) : text);

/** How a portal's form names its fields, types values, and names the entries of its lists. */
type FormShape<Item> = {
  idOf: (item: Item) => string;
  typed?: (kind: ItemKind, text: string) => string;
  lists?: FormEntry['list'];
};

/** Returns what goes into the fields of a form. A column without a text, as an empty cell, leaves its field unchanged. */
export function formEntries<Item extends FormItem>(
  items: readonly Item[],
  texts: Readonly<Record<string, string | undefined>>,
  { idOf, typed = typedText, lists = 'by label or value' }: FormShape<Item>,
): FormEntry[] {
  return items.flatMap((item) => {
    const { column, label, kind } = item;
    const text = texts[column];
    if (text === undefined) return [];
    return [{ label, id: idOf(item), text: typed(kind, text), list: kind === 'choice' ? lists : undefined }];
  });
}
