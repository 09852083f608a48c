/** Cleans the text of cells, and compares headings. */

/** Columns that a file of failed rows adds to the customer's own; they are dropped when it is uploaded again. */
export const failureColumns = ['error_code', 'error_message'] as const;

/** Text that a spreadsheet would execute as a formula (portals.md 1.2); some locales also accept full-width signs. */
const formulaStart = /^[=+\-@\t\r＝＋－＠]/;
const guardedStart = /^'(?=[=+\-@\t\r＝＋－＠])/;

/** Prefixes an apostrophe if a spreadsheet would execute the text; `cleanCell` removes it again. */
export function guardCell(text: string): string {
  const clean = storable(text);
  return formulaStart.test(clean) ? `'${clean}` : clean;
}

/** Returns text that the database and every spreadsheet can store, without the apostrophe of a guarded cell. */
export function cleanCell(text: string): string {
  return storable(text).replace(guardedStart, '');
}

function storable(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F]/g, '').replace(/\p{Surrogate}/gu, '\uFFFD');
}

/** Removes invisible characters and repeated spaces, which copied headings often contain. */
export function cleanHeading(text: string): string {
  return cleanCell(text)
    .replace(/[\u200B-\u200D\uFEFF]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Returns a key by which headings are compared: without case, spaces, underscores and hyphens. */
export function headingKey(heading: string): string {
  return heading.toLowerCase().replace(/[\s_-]/g, '');
}
