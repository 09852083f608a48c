/** The fields of a portal's form: a column of our sheet, the portal's label for it, and how its value is typed. */
import { slashDate } from '#contracts/calendar-days.ts';

/** A `choice` is selected from a list; the other kinds are typed. */
export type ItemKind = 'text' | 'date' | 'number' | 'choice';
export type FormItem = { column: string; label: string; kind: ItemKind };

/** Converts a cell's canonical text to the input format of most portals, whose dates are 31/12/2026. */
export const typedText = (kind: ItemKind, text: string): string => (kind === 'date' ? slashDate(text) : text);
