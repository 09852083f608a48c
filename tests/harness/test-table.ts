/**
 * Reads Markdown tables that name a test for each of their lines, as `folder/name.test.ts#test-id`. A test carries its id
 * in brackets at the end of its title, so that its words can change: `test('costs nothing [free-for-administrators]', …)`.
 */
import { readdirSync, readFileSync } from 'node:fs';

/** The tables that name tests. */
export const testTables = ['tests/spec.md', 'tests/pitfalls.md', 'tests/asvs.md', 'tests/attacks.md'];

/** The cells of each line of a table's body, trimmed. */
export function tableRows(table: string): string[][] {
  return readFileSync(table, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) =>
      line
        .slice(1, line.lastIndexOf('|'))
        .split('|')
        .map((cell) => cell.trim()),
    )
    .slice(1);
}

/** The names of tests in a table; the test is named in the last cell of a line, where `—` stands for none. */
export const namedTests = (table: string): string[] =>
  tableRows(table)
    .map((cells) => cells.at(-1) ?? '')
    .filter((name) => name !== '—');

/** Splits the name of a test into the file below `tests/` and the id; what is missing is empty. */
export function splitTestName(name: string): { file: string; id: string } {
  const [file = '', id = ''] = name.split('#');
  return { file, id };
}

const TITLE_END = / \[([a-z][a-z0-9]*(?:-[a-z0-9]+)*)\](?:'|"|`)/g;

/** The names of all tests that carry an id; twice if a file uses an id twice. */
export function testsWithId(): string[] {
  return readdirSync('tests', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(test|e2e)\.ts$/.test(file))
    .flatMap((file) =>
      [...readFileSync(`tests/${file}`, 'utf8').matchAll(TITLE_END)].map(([, id = '']) => `${file}#${id}`),
    );
}
