/** Reads Markdown tables that name a test for each of their lines. */
import { readFileSync } from 'node:fs';

/** The cells of each line of a table's body, trimmed. */
export function tableRows(file: string): string[][] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| ---'))
    .map((line) =>
      line
        .slice(1, line.lastIndexOf('|'))
        .split('|')
        .map((cell) => cell.trim()),
    )
    .slice(1);
}

/** Whether a file under tests/ contains a test with that title. */
export function hasTest(file: string, title: string): boolean {
  const text = readFileSync(`tests/${file}`, 'utf8');
  return [`${title}'`, `${title}"`, `${title}\``].some((ending) => text.includes(ending));
}
