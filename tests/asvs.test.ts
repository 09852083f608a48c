/** The table of ASVS 5.0 has each requirement of levels 1 and 2 once, and is true about the tests that it names. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { mutations } from './asvs-mutations.ts';
import { tableRows } from './harness/test-table.ts';

/** Requirements of level 1 and 2 by chapter. */
const chapters = [27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7];
const LEVEL_1 = 70;

const rows = tableRows('tests/asvs.md').map(([id = '', level, requirement = '', how = '', test = '']) => ({
  id,
  level: Number(level),
  requirement,
  how,
  test,
}));
const tested = rows.filter(({ test }) => test !== '—');
const untested = rows.filter(({ test }) => test === '—');
const notMet = untested.filter(({ how }) => how.startsWith('Not met'));

describe('the table of ASVS 5.0', () => {
  it('the ASVS table has each requirement of levels 1 and 2 exactly once', () => {
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    const chapterOf = (id: string): number => Number(id.split('.')[0]);
    expect(chapters.map((_, index) => rows.filter(({ id }) => chapterOf(id) === index + 1).length)).toEqual(
      chapters,
    );
    expect(rows.filter(({ level }) => level === 1)).toHaveLength(LEVEL_1);
    expect(rows.filter(({ level }) => level !== 1 && level !== 2)).toEqual([]);
  });

  it('the ASVS table says what each requirement is and how it holds, and names no test for one that is not met', () => {
    expect(rows.filter(({ requirement, how }) => requirement === '' || how === '')).toEqual([]);
    expect(tested.filter(({ how }) => how.startsWith('Not met'))).toEqual([]);
    process.stdout.write(
      `ASVS 5.0: ${tested.length} with a test, ${untested.length - notMet.length} with a reason, ${notMet.length} not met.\n`,
    );
  });

  it('the ASVS page lists exactly the requirements that have a mutation which turns their test red', () => {
    const said = /^\*\*Proved by mutation\.\*\* (.*)$/m.exec(readFileSync('tests/asvs.md', 'utf8'))?.[1];
    const ids = tested.map(({ id }) => id).filter((id) => Object.hasOwn(mutations, id));
    expect(said).toBe(`${ids.length} of ${tested.length}: ${ids.join(', ')}.`);
  });

  it('the ASVS page lists every other tested requirement as held by a library', () => {
    const said = /^\*\*Held by a library\.\*\* .*: (.*)\.$/m.exec(readFileSync('tests/asvs.md', 'utf8'))?.[1];
    const others = tested.filter(({ id }) => !Object.hasOwn(mutations, id));
    expect(said).toBe(others.map(({ id }) => id).join(', '));
    expect(others.filter(({ how }) => !how.startsWith('By a library'))).toEqual([]);
  });

  it.each(Object.entries(mutations))(
    'the mutation of %s removes code that exists exactly once, and a test covers the requirement',
    (id, { file, code }) => {
      expect(readFileSync(file, 'utf8').split(code)).toHaveLength(2);
      expect(tested.map((row) => row.id)).toContain(id);
    },
  );
});
