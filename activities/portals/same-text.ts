/** Compares texts of sheets with those that portals show. */

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim().toLowerCase();

/**
 * Returns whether the texts are equal apart from spacing and capitalisation, which portals change when they store or
 * show a text.
 */
export const isSameText = (a: string, b: string): boolean => plain(a) === plain(b);

/** Returns whether the text has the part, compared as `isSameText` does. */
export const hasText = (text: string, part: string): boolean => plain(text).includes(plain(part));
