/** The catalogue of messages: each is used, has both languages, and is read back from its English. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { jobMessages } from '#contracts/jobs/messages.ts';
import { catalogue } from '#contracts/messages/catalogue.ts';
import { defineMessages } from '#contracts/messages/define.ts';
import { createReader, type Part } from '#contracts/messages/read.ts';
import { services } from '#services/catalogue.ts';
import { documentMessages } from '#services/families/document-messages.ts';
import { fieldMessages } from '#services/families/field-messages.ts';

const read = createReader(new Map(services.map(({ name, bengali }) => [name, bengali.name])));
const textOf = (parts: readonly Part[]): string => parts.map(({ text }) => text).join('');
const foreignIn = (text: string): string[] =>
  read(text).flatMap((part) => (part.language === 'en' && part.text.trim() !== '' ? [part.text] : []));

const gap = /\{(#?)(\w+)\}/g;
const portalWords = 'Invoice 7 is used twice';

/** What a placeholder may contain, and how it reads in Bengali. */
function sampleOf(sign: string, name: string): { said: string; read: string } {
  if (sign === '#') return { said: '1,250.50', read: '১,২৫০.৫০' };
  if (name.startsWith('s_')) return { said: 's', read: '' };
  if (name === 'service') return { said: 'EXP Search', read: 'EXP অনুসন্ধান' };
  if (name === 'choices') return { said: 'so_no or po_no', read: 'so_no বা po_no' };
  if (name === 'words') return { said: portalWords, read: portalWords };
  return { said: `${name}-7`, read: `${name}-7` };
}

const filled = (template: string, key: 'said' | 'read'): string =>
  template.replace(gap, (_, sign: string, name: string) => sampleOf(sign, name)[key]);

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'generated' ? [] : sourcesIn(place);
    return place.endsWith('.ts') ? [readFileSync(place, 'utf8')] : [];
  });
}

/** Returns the name under which an area's messages are exported. */
const exportOf = (area: string): string =>
  `${area.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}Messages`;

describe('the messages of the platform', () => {
  it('are all read back: what fills a gap stays, numbers get Bengali digits, services their Bengali name', () => {
    for (const { en, bn } of catalogue.values())
      expect(textOf(read(filled(en, 'said')))).toBe(filled(bn, 'read'));
  });

  it('have Bengali letters, and no word of the English around their gaps', () => {
    // Names of a field, a file or a form stay as the authorities write them.
    const namesOnly = new Set(['credit.job']);
    for (const [key, { bn }] of catalogue) {
      if (namesOnly.has(key)) continue;
      expect(bn, key).toMatch(/[\u0980-\u09ff]/);
      expect(bn, key).not.toMatch(/\b(the|this|is|are|of|and|not|please)\b/i);
    }
  });

  it('are all used somewhere', () => {
    const code = ['api', 'activities', 'prisma'].flatMap(sourcesIn).join('\n');
    const used = new Set([...code.matchAll(/\b(\w+Messages\s*\.\w+)\(/g)].map(([, name]) => name));
    // Workflows cannot import messages; their English is compared by the compiler.
    const workflows = sourcesIn('workflows').join('\n');
    const unused = [...catalogue].filter(([key, { en }]) => {
      const [area = '', name = ''] = key.split('.');
      return !used.has(`${exportOf(area)}.${name}`) && !workflows.includes(`'${en}'`);
    });
    expect(unused.map(([key]) => key)).toEqual([]);
  });

  it('have keys of their own, and no two the same English', () => {
    const declared = ['api', 'activities']
      .flatMap(sourcesIn)
      .flatMap((source) => [...source.matchAll(/ = defineMessages\('([^']+)'/g)].map(([, area]) => area));
    expect(declared.filter((area, place) => declared.indexOf(area) !== place)).toEqual([]);
    const listed = new Set([...catalogue.keys()].map((key) => key.split('.')[0]));
    expect([...listed].toSorted()).toEqual(declared.toSorted());
    const english = [...catalogue.values()].map(({ en }) => en);
    expect(english.filter((text, place) => english.indexOf(text) !== place)).toEqual([]);
  });

  it('keep their English as it was written', () => {
    expect(fieldMessages.notHsCode()).toBe('The HS code does not have 8 digits.');
    expect(jobMessages.creditsReserved({ rows: 1 })).toBe('Credits reserved for 1 row');
    expect(jobMessages.creditsReserved({ rows: 12 })).toBe('Credits reserved for 12 rows');
    expect(documentMessages.notFound({ name: '{name} $& a.pdf' })).toBe(
      'The document {name} $& a.pdf cannot be found.',
    );
  });

  it('carry their key and their texts', () => {
    expect(jobMessages.cancelled.key).toBe('job.cancelled');
    expect(catalogue.get('job.cancelled')).toBe(jobMessages.cancelled.texts);
  });
});

describe('a message that is declared', () => {
  it('does not compile if a gap is in one language only', () => {
    // @ts-expect-error -- The gap is missing in Bengali.
    defineMessages('example', { one: { en: 'Row {#row}', bn: 'সারি' } });
    // @ts-expect-error -- The gap is only in Bengali.
    defineMessages('example', { one: { en: 'Row', bn: 'সারি {#row}' } });
    // @ts-expect-error -- The gap is a number in one language only.
    defineMessages('example', { one: { en: 'Row {#row}', bn: 'সারি {row}' } });
    expect(defineMessages('example', { one: { en: 'Row {row}', bn: 'সারি {row}' } }).one({ row: 7 })).toBe(
      'Row 7',
    );
  });

  it('does not compile if a value is missing or has no gap', () => {
    const misused = [
      // @ts-expect-error -- The value is missing.
      () => jobMessages.rowFailed(),
      // @ts-expect-error -- The message has no such gap.
      () => jobMessages.rowFailed({ row: 1, file: 'a.csv' }),
      // @ts-expect-error -- The message has no gaps.
      () => jobMessages.cancelled({ row: 1 }),
      // @ts-expect-error -- There is no such message.
      () => jobMessages.rowVanished(),
    ];
    expect(misused).toHaveLength(4);
  });
});

describe('a text that is read', () => {
  it("keeps a portal's words as a quotation in English", () => {
    expect(read(portalWords)).toEqual([{ text: portalWords, language: 'en' }]);
    expect(read(`The portal answered: ${portalWords}.`)).toEqual([
      { text: 'পোর্টালের উত্তর: ', language: 'bn' },
      { text: `${portalWords}.`, language: 'en' },
    ]);
  });

  it('reads sentences that stand one behind the other, and quotes the one between that is not ours', () => {
    expect(textOf(read('No shipment found. Discharged at CTG. 2 more could not be read.'))).toBe(
      'কোনো শিপমেন্ট পাওয়া যায়নি। Discharged at CTG. আরও ২টি পড়া যায়নি।',
    );
    expect(textOf(read('Stopped: Row 3 could not be worked. Our team looks into it.'))).toBe(
      'বন্ধ হয়েছে: সারি ৩-এর কাজ করা যায়নি। আমাদের দল দেখছে।',
    );
  });

  it('is not lost when it is empty or longer than anything we say', () => {
    expect(read('')).toEqual([]);
    const long = 'A sentence of a portal. '.repeat(40).trim();
    expect(read(long)).toEqual([{ text: long, language: 'en' }]);
  });

  it('takes only a service that exists for the name of one', () => {
    expect(textOf(read('EXP Search: october: 2.csv, failed rows again'))).toBe(
      'EXP অনুসন্ধান: october: 2.csv, ব্যর্থ সারি আবার',
    );
    expect(read('Note: october.csv')).toEqual([{ text: 'Note: october.csv', language: 'en' }]);
  });
});

describe('a line of the credit history', () => {
  it.each([
    ['EXP Search: october: 2.csv', 'EXP অনুসন্ধান: october: 2.csv'],
    ['EXP Search: october.csv, failed rows again', 'EXP অনুসন্ধান: october.csv, ব্যর্থ সারি আবার'],
    ['Returned: EXP Search: october.csv', 'ফেরত: EXP অনুসন্ধান: october.csv'],
    ['bKash payment CK250NROQ5', 'bKash পেমেন্ট CK250NROQ5'],
    ['Refund of payment CK250NROQ5 was not made', 'পেমেন্ট CK250NROQ5-এর টাকা ফেরত দেওয়া হয়নি'],
    ['Free trial credits', 'বিনামূল্যের ক্রেডিট'],
    ['Thank you: see our letter', 'Thank you: see our letter'],
  ])('says in Bengali what we said ourselves: %s', (description, expected) =>
    expect(textOf(read(description))).toBe(expected),
  );
});

describe('columns of the services', () => {
  const sheets = services.flatMap((service) =>
    service.input.kind === 'sheet' ? [{ id: service.id, columns: service.input.columns }] : [],
  );
  const badCells = ['x', '?', '-1', '0', '99999999999999', '1.23456', '31/31/2026', 'Ω'.repeat(400)];

  it.each(sheets)('$id: hints and problems of bad cells are all ours', ({ columns }) => {
    for (const { name, hint, schema } of columns) {
      expect(foreignIn(hint), name).toEqual([]);
      for (const cell of badCells) {
        const parsed = schema.safeParse(cell);
        if (!parsed.success) expect(foreignIn(parsed.error.issues[0]?.message ?? ''), name).toEqual([]);
      }
    }
  });
});
