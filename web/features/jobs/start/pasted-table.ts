/** Turns cells that were copied from a spreadsheet into a CSV file, which is uploaded like any other. */

const fileName = 'pasted-table.csv';

/**
 * Splits copied text into lines of cells. Spreadsheets separate cells by tabs, and quote a cell only if it has a line
 * break or a tab in it; any other quotation mark is part of the text. Blank lines at the end are dropped.
 */
export function pastedLines(text: string): string[][] {
  const source = text.replace(/\r\n?/g, '\n');
  const lines: string[][] = [];
  let line: string[] = [];
  for (let at = 0; at <= source.length;) {
    const quoted = quotedCell(source, at);
    const end = quoted?.end ?? cellEnd(source, at);
    line.push(quoted?.cell ?? source.slice(at, end));
    if (source[end] !== '\t') {
      lines.push(line);
      line = [];
    }
    at = end + 1;
  }
  while (lines.at(-1)?.every((cell) => cell.trim() === '')) lines.pop();
  return lines;
}

/** A quoted cell ends with its line or before a tab, and has a line break or a tab in it. */
function quotedCell(source: string, start: number): { cell: string; end: number } | null {
  if (source[start] !== '"') return null;
  const found = /"((?:[^"]|"")*)"(?=\t|\n|$)/y;
  found.lastIndex = start;
  const inside = found.exec(source)?.[1];
  if (inside === undefined || !/[\n\t]/.test(inside)) return null;
  return { cell: inside.replaceAll('""', '"'), end: found.lastIndex };
}

function cellEnd(source: string, start: number): number {
  const end = /[\t\n]/g;
  end.lastIndex = start;
  return end.exec(source)?.index ?? source.length;
}

/** Returns a sheet of the copied cells; null unless there are headings and a row below them. */
export function pastedSheet(text: string): File | null {
  const lines = pastedLines(text);
  if (lines.length < 2) return null;
  const csv = lines
    .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','))
    .join('\r\n');
  // The byte order mark keeps other programs from guessing the encoding.
  return new File([`\uFEFF${csv}\r\n`], fileName, { type: 'text/csv' });
}
