/** The tables of promises and the tests agree: every named test exists once, and every id of a test is used by a table. */
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
