/**
 * The tables of promises and the tests agree: every named test exists once, and every id of a test is used by a table.
 * Titles are sentences.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { namedTests, testTables, testsWithId } from './harness/test-table.ts';

const known = testsWithId();
const knownOnce = new Set(known);

describe('the ids of tests', () => {
  it.each(testTables)('every test that %s names by id exists', (table) => {
    const names = namedTests(table);
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !knownOnce.has(name))).toEqual([]);
  });

  it('every test id occurs once in its file', () => {
    expect(known.filter((name, index) => known.indexOf(name) !== index)).toEqual([]);
  });

  it('every test id is used by a table', () => {
    const used = new Set(testTables.flatMap(namedTests));
    expect(known.filter((name) => !used.has(name))).toEqual([]);
  });
});

/** A title with such a beginning needs the name of its group to be understood. */
const withoutSubject =
  /\b(?:it|test)(?:\.\w+(?:\([^\n]*?\))?)*\(\s*['"`](?:it|is|are|has|have|does|do|keeps|can|cannot|takes|shows|gives|ends|stays|must|opens|reads|sends|refuses|says|makes|returns|finds|needs|which|that|whose) [^\n]*/g;

it('the title of a test begins with the thing under test', () => {
  const files = readdirSync('tests', { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(?:test|e2e)\.ts$/.test(name),
  );
  const found = files.flatMap((file) =>
    [...readFileSync(`tests/${file}`, 'utf8').matchAll(withoutSubject)].map(([title]) => `${file}: ${title}`),
  );
  expect(found).toEqual([]);
});
