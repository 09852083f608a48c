/** The platform's messages are translated into Bengali: every sentence, every hint, every problem of a cell. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { say } from '#contracts/say.ts';
import { createReader, type Part } from '#contracts/sentences/read.ts';
import { sentences } from '#contracts/sentences/sentences.ts';
import { services } from '#services/catalogue.ts';

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
    if (entry.isDirectory()) return ['generated', 'sentences'].includes(entry.name) ? [] : sourcesIn(place);
    return place.endsWith('.ts') ? [readFileSync(place, 'utf8')] : [];
  });
}

describe('the sentences of the platform', () => {
  it('are all read back: what fills a gap stays, numbers get Bengali digits, services their Bengali name', () => {
    for (const [english, bengali] of Object.entries(sentences))
      expect(textOf(read(filled(english, 'said')))).toBe(filled(bengali, 'read'));
  });

  it('have Bengali letters, and no word of the English around their gaps', () => {
    // Names of a field, a file or a form stay as the authorities write them.
    const namesOnly = new Set(['{service}: {file}']);
    for (const [english, bengali] of Object.entries(sentences)) {
      if (namesOnly.has(english)) continue;
      expect(bengali, english).toMatch(/[\u0980-\u09ff]/);
      expect(bengali, english).not.toMatch(/\b(the|this|is|are|of|and|not|please)\b/i);
    }
  });

  it('are all said somewhere', () => {
    const code = ['api', 'activities', 'workflows', 'prisma'].flatMap(sourcesIn).join('\n');
    const silent = Object.keys(sentences).filter(
      (english) =>
        !code.includes(`'${english}'`) &&
        !code.includes(`"${english}"`) &&
        !code.includes(`'${english.replaceAll("'", "\\'")}'`),
    );
    expect(silent).toEqual([]);
  });

  it('keep their English as it was written', () => {
    expect(say('The HS code does not have 8 digits.')).toBe('The HS code does not have 8 digits.');
    expect(say('Credits reserved for {#rows} row{s_rows}', { rows: 1 })).toBe('Credits reserved for 1 row');
    expect(say('Credits reserved for {#rows} row{s_rows}', { rows: 12 })).toBe(
      'Credits reserved for 12 rows',
    );
    expect(say('The document {name} cannot be found.', { name: '{name} $& a.pdf' })).toBe(
      'The document {name} $& a.pdf cannot be found.',
    );
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
