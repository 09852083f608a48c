/** Finds the controls of a portal's page by what a person sees, or by the id in its markup. */
import type { Frame, Locator, Page } from 'playwright';

/** A page, or a frame of one, in which elements are looked for. */
export type PageOrFrame = Page | Frame;

/** A field by its label or, since labels change more often, by its selector. */
export type Control = { label?: string; id: string };

/** Finds the control by its exact label or by its id, whichever the page has. */
export function field(root: PageOrFrame, { label, id }: Control): Locator {
  const byId = root.locator(id);
  return label === undefined ? byId : root.getByLabel(label, { exact: true }).or(byId);
}

/** Finds a button by its whole name. */
export const button = (root: PageOrFrame, name: string): Locator =>
  root.getByRole('button', { name, exact: true });

/** Finds a link by its whole name, on a page or in a part of one. */
export const link = (root: PageOrFrame | Locator, name: string): Locator =>
  root.getByRole('link', { name, exact: true });

/**
 * Finds the first link that has this number as its whole name. A list may show a number several times, such as a booking
 * once for each of its orders, and all its links open the same page.
 */
export const numberLink = (root: PageOrFrame, number: string): Locator => link(root, number).first();
