/** The labels of the values that services return, in both languages. */
import { describe, expect, it } from 'vitest';
import { services } from '#services/catalogue.ts';
import { commonValueLabels } from '#services/families/value-labels.ts';
import { runners } from '#services/runners.ts';
import { labelOf } from '#web/features/jobs/rows/shown-values.ts';
import { renderIn } from '#web/lib/language.ts';

const columnsOf = (id: string): readonly string[] =>
  Object.entries(runners).find(([service]) => service === id)?.[1].outputColumns ?? [];
const english = (name: string): string => renderIn('en', () => labelOf(name));
const bengali = (name: string): string => renderIn('bn', () => labelOf(name));

/** Bengali, or an abbreviation that Bengali offices use too. */
const isBengali = (label: string): boolean => /[\u0980-\u09ff]/.test(label) || /^[A-Z]+$/.test(label);

describe('the labels of returned values', () => {
  it.each(services.map(({ id }) => id))('every value that %s returns has a label in both languages', (id) => {
    const columns = columnsOf(id);
    expect(columns.length).toBeGreaterThan(0);
    expect(columns.filter((name) => !/^[A-Z]/.test(english(name)))).toEqual([]);
    expect(columns.filter((name) => !isBengali(bengali(name)))).toEqual([]);
  });

  it.each(services.map(({ id }) => id))('two values of %s never have the same label', (id) => {
    const labels = columnsOf(id).map(bengali);
    expect(labels.filter((label, index) => labels.indexOf(label) !== index)).toEqual([]);
  });

  it('a name has the same label wherever a service states one', () => {
    const stated = services.flatMap(({ valueLabels = {} }) => Object.entries(valueLabels));
    const other = stated.filter(([name, label]) => bengali(name) !== label || name in commonValueLabels);
    expect(other).toEqual([]);
  });

  it('no label is kept for a value that is no longer returned', () => {
    const unused = services.flatMap(({ id, valueLabels = {} }) =>
      Object.keys(valueLabels).filter((name) => !columnsOf(id).includes(name)),
    );
    const returned = new Set(services.flatMap(({ id }) => columnsOf(id)));
    expect([...unused, ...Object.keys(commonValueLabels).filter((name) => !returned.has(name))]).toEqual([]);
  });
});
