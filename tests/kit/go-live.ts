/** Reads the portals' go-live lists from the pages about their originals, and writes them as code. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const PAGE = 'original.md';
/** The width that the formatter keeps. */
const LINE_LENGTH_MAX = 110;

/** Returns the items under the heading "Go-live list", each as one line. */
function itemsIn(page: string): string[] {
  const [, section = ''] = page.split(/^## Go-live list$/m);
  const [list = ''] = section.split(/^## /m);
  return list
    .split(/^- \[[ x]\] /m)
    .slice(1)
    .map((item) => item.replace(/\s+/g, ' ').trim());
}

/** Returns the list of a portal's folder, empty for a portal without the page. */
function itemsOf(folder: string): string[] {
  const file = path.join(folder, PAGE);
  if (!existsSync(file)) return [];
  const items = itemsIn(readFileSync(file, 'utf8'));
  if (new Set(items).size < items.length) throw new Error(`${file} has an item twice in its go-live list.`);
  return items;
}

/** Quotes a text as the formatter does it: with the mark that needs fewer escapes. */
function quoted(text: string): string {
  const count = (mark: string): number => text.split(mark).length - 1;
  const mark = count("'") > count('"') ? '"' : "'";
  return `${mark}${text.replaceAll('\\', '\\\\').replaceAll(mark, `\\${mark}`)}${mark}`;
}

/** Writes the list of a portal's folder as an entry of the record of all lists. */
export function goLiveEntry(key: string, folder: string): string {
  const items = itemsOf(folder);
  if (items.length === 0) return `  ${key}: [],`;
  const line = `  ${key}: goLiveItems(${items.map(quoted).join(', ')}),`;
  if (line.length <= LINE_LENGTH_MAX) return line;
  return `  ${key}: goLiveItems(\n${items.map((text) => `    ${quoted(text)},\n`).join('')}  ),`;
}
