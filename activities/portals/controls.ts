/** Finds the controls of a portal's page by what a person sees, or by the id in its markup. */
import type { Frame, Locator, Page } from 'playwright';

/** A page, or a frame of one. */
export type Place = Page | Frame;

/** A field by its label or, since labels change more often, by its selector. */
export type Control = { label?: string; id: string };

/** Finds the control by its exact label or by its id, whichever the page has. */
export function field(place: Place, { label, id }: Control): Locator {
  const byId = place.locator(id);
  return label === undefined ? byId : place.getByLabel(label, { exact: true }).or(byId);
}

/** Finds a button by its whole name. */
export const button = (place: Place, name: string): Locator =>
  place.getByRole('button', { name, exact: true });

/** Finds a link by its whole name, on a page or in a part of one. */
export const link = (place: Place | Locator, name: string): Locator =>
  place.getByRole('link', { name, exact: true });

/**
 * Finds the first link that has this number as its whole name. A list may show a number several times, such as a booking
 * once for each of its orders, and all its links open the same page.
 */
export const numberLink = (place: Place, number: string): Locator => link(place, number).first();
