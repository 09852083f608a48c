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

/**
 * Characters without a picture, such as U+200B and U+202A, which text copied from a page, a chat or a PDF often
 * contains. Two numbers that differ in them look equal to a person, and neither a portal nor we would find one by the
 * other. U+200C and U+200D stay between Bengali letters, whose form they decide.
 */
const invisible =
  /(?![\u200C\u200D])\p{Default_Ignorable_Code_Point}|(?<![\u0980-\u09E3])[\u200C\u200D]|[\u200C\u200D](?![\u0980-\u09E3])/gu;

/**
 * Returns text that the database and every spreadsheet can store, without invisible characters and the apostrophe of a
 * guarded cell.
 */
export function cleanCell(text: string): string {
  return storable(text).replace(invisible, '').replace(guardedStart, '');
}

/** Line ends that Word and Outlook write inside of a text. At its start, one could hide a formula. */
// oxlint-disable-next-line no-control-regex
const innerLineEnds = /(?<!^)[\u000B\u000C\u0085]/g;

function storable(text: string): string {
  return (
    text
      .replace(innerLineEnds, ' ')
      // oxlint-disable-next-line no-control-regex
      .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F]/g, '')
      .replace(/\p{Surrogate}/gu, '\uFFFD')
  );
}

/** Removes invisible characters and repeated spaces, which copied headings often contain. */
export function cleanHeading(text: string): string {
  return cleanCell(text)
    .replace(/[\u200C\u200D]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Returns a key by which headings are compared: without case, spaces, underscores and hyphens. */
export function headingKey(heading: string): string {
  return heading.toLowerCase().replace(/[\s_-]/g, '');
}
