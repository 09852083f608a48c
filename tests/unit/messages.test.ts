/** The catalogue of messages: each is used, has both languages, and is rendered in them without a foreign word. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { accountMailMessages } from '#contracts/accounts/mail-messages.ts';
import { creditMessages } from '#contracts/credits/messages.ts';
import { DomainError } from '#contracts/errors.ts';
import { sheetMessages } from '#contracts/jobs/sheet-messages.ts';
import { incentiveSchemeName } from '#contracts/portals/incentive-rates.ts';
import { jobMessages } from '#contracts/jobs/messages.ts';
import { catalogue } from '#contracts/messages/catalogue.ts';
import { defineMessages } from '#contracts/messages/define.ts';
import { messageOfIssue } from '#contracts/messages/cell-issue.ts';
import {
  emptyMessage,
  quote,
  sequence,
  storedMessage,
  type Message,
  type MessageValue,
} from '#contracts/messages/message.ts';
import { messageOf } from '#contracts/messages/refusal.ts';
import { english, messageParts, messageText } from '#contracts/messages/render.ts';
import { portalMessages } from '#activities/portals/messages.ts';
import { services } from '#services/catalogue.ts';
import { bepzaMessages } from '#services/families/bepza-messages.ts';
import { documentMessages } from '#services/families/document-messages.ts';
import { expYear } from '#services/families/fields.ts';
import { fieldMessages } from '#services/families/field-messages.ts';

const names = new Map(services.map(({ name, bengali }) => [name, bengali.name]));
const bengali = (message: Message): string => messageText(message, 'bn', names);
const foreignIn = (message: Message): string[] =>
  messageParts(message, 'bn', names).flatMap(({ text, language }) =>
    language === 'en' && text.trim() !== '' ? [text] : [],
  );

const gap = /\{([#@>]?)(\w+)\}/g;
const portalWords = 'Invoice 7 is used twice';

/** What a gap may contain, and how it reads in each language. */
function sampleOf(gapName: string): { value: MessageValue; en: string; bn: string } {
  if (gapName.startsWith('#')) return { value: '1,250.50', en: '1,250.50', bn: '১,২৫০.৫০' };
  if (gapName.startsWith('@')) return { value: '2026-11-04', en: '4 Nov 2026', bn: '৪ নভেম্বর, ২০২৬' };
  if (gapName === 'service') return { value: 'EXP Search', en: 'EXP Search', bn: 'EXP অনুসন্ধান' };
  if (gapName === 'choices') return { value: 'so_no or po_no', en: 'so_no or po_no', bn: 'so_no বা po_no' };
  if (gapName === 'words' || gapName.startsWith('>'))
    return { value: portalWords, en: portalWords, bn: portalWords };
  return { value: `${gapName}-7`, en: `${gapName}-7`, bn: `${gapName}-7` };
}

/** Returns a message of a key with a sample in each gap. */
function sampleMessage(key: string, template: string): Message {
  const gaps = [...template.matchAll(gap)].map(([, sign = '', name = '']) => ({ name, sign }));
  const values = gaps.map(({ name, sign }) => [name, sampleOf(`${sign}${name}`).value] as const);
  return { key, params: Object.fromEntries(values.filter(([name]) => !name.startsWith('s_'))) };
}

const filled = (template: string, language: 'en' | 'bn'): string =>
  template.replace(gap, (_, sign: string, name: string) =>
    name.startsWith('s_') ? (language === 'en' ? 's' : '') : sampleOf(`${sign}${name}`)[language],
  );

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'generated' ? [] : filesIn(place);
    return place.endsWith('.ts') ? [place] : [];
  });
}

const sourcesIn = (folder: string): string[] => filesIn(folder).map((place) => readFileSync(place, 'utf8'));

/** Returns the name under which an area's messages are exported. */
const exportOf = (area: string): string =>
  `${area.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}Messages`;

describe('the messages of the platform', () => {
  it('every message is rendered in both languages, with their digits and their names of services', () => {
    for (const [key, { en, bn }] of catalogue) {
      const message = sampleMessage(key, en);
      expect(english(message), key).toBe(filled(en, 'en'));
      expect(bengali(message), key).toBe(filled(bn, 'bn'));
    }
  });

  it('two problems of a row are two sentences, or are parted by a semicolon if they are no sentences', () => {
    const both = (words: Message, more: Message) => jobMessages.severalProblems({ words, more });
    const problem = (column: string, words: Message) => jobMessages.columnProblem({ column, words });
    const year = problem('exp_year', fieldMessages.notDate());
    const sentences = both(both(year, year), year);
    expect(english(sentences)).toBe([year, year, year].map(english).join(' '));
    expect(bengali(sentences)).toBe([year, year, year].map(bengali).join(' '));
    const words = problem('exp_serial', quote('Required'));
    expect(english(both(words, words))).toBe('exp_serial: Required; exp_serial: Required');
    expect(bengali(both(words, words))).toBe('exp_serial: Required; exp_serial: Required');
  });

  it('a Bengali message contains nothing but Bengali around quoted words', () => {
    for (const [key, { en }] of catalogue) {
      const quoted = en.match(/\{(>\w+|words)\}/g)?.map(() => portalWords) ?? [];
      expect(
        foreignIn(sampleMessage(key, en)).map((text) => text.trim()),
        key,
      ).toEqual(quoted);
    }
  });

  it('a Bengali message has Bengali letters and no English words around its placeholders', () => {
    // Names of a field, a file or a form stay as the authorities write them.
    const namesOnly = new Set([
      'credit.job',
      'job-mail.file',
      'job-mail.list',
      'account-mail.browserAndSystem',
      'job.columnProblem',
      'job.severalProblems',
      'exp.exp',
      'correction.listItem',
      'correction.columnShows',
      'damco-fcr-extractor.cbm',
      'damco-tracking-maersk.shipment',
      'cash-incentive-application.claimFigures',
    ]);
    for (const [key, { bn }] of catalogue) {
      if (namesOnly.has(key)) continue;
      expect(bn, key).toMatch(/[\u0980-\u09ff]/);
      expect(bn, key).not.toMatch(/\b(the|this|is|are|of|and|not|please)\b/i);
    }
  });

  it('a Bengali message counts in Bengali digits, and writes a year without a comma', () => {
    // Longer numbers in English digits are examples of what a cell may contain.
    const isEnglishCount = /(?<![\w.:/,-])\d{1,4}(?![\w.:/,-])\s?[\u0980-\u09ff]/;
    for (const [key, { bn }] of catalogue) expect(bn, key).not.toMatch(isEnglishCount);
    const { error } = expYear.schema.safeParse('1980');
    const refused = error ? messageOfIssue(error) : null;
    expect(refused && bengali(refused)).toMatch(/ ২০১৪ থেকে ২০[০-৯]{2}-/);
  });

  it('every message is used somewhere', () => {
    const code = ['api', 'activities', 'prisma', 'workflows'].flatMap(sourcesIn).join('\n');
    const used = new Set([...code.matchAll(/\b(\w+Messages\s*\.\w+)\b/g)].map(([, name]) => name));
    const unused = [...catalogue.keys()].filter((key) => {
      const [area = '', name = ''] = key.split('.');
      // The type of the index names every message of the area.
      const isIndexed =
        code.includes(`${exportOf(area)}[`) || code.includes(`Object.values(${exportOf(area)})`);
      return !isIndexed && !used.has(`${exportOf(area)}.${name}`);
    });
    expect(unused).toEqual([]);
  });

  it('every sentence of an error that is not its code’s own is a message of the catalogue', () => {
    // What passes a sentence on that somebody else wrote, and what builds an error from a message.
    const passingOn = ['refusal.ts', 'errors.ts', 'purchase-workflow.ts'];
    const written = ['api', 'activities']
      .flatMap((folder) => filesIn(folder))
      .filter((place) => !passingOn.includes(path.basename(place)))
      .flatMap((place) => {
        const source = readFileSync(place, 'utf8');
        return [...source.matchAll(/new DomainError\([^;()]*\{[^;]*?\bmessage\b[^;]*;/g)].map(
          ([code]) => code,
        );
      });
    expect(written).toEqual([]);
  });

  it('message areas have unique names, and no two messages have the same English text', () => {
    const declared = ['api', 'activities']
      .flatMap(sourcesIn)
      .flatMap((source) => [...source.matchAll(/ = defineMessages\('([^']+)'/g)].map(([, area]) => area));
    expect(declared.filter((area, place) => declared.indexOf(area) !== place)).toEqual([]);
    const listed = new Set([...catalogue.keys()].map((key) => key.split('.')[0]));
    expect([...listed].toSorted()).toEqual(declared.toSorted());
    const texts = [...catalogue.values()].map(({ en }) => en);
    expect(texts.filter((text, place) => texts.indexOf(text) !== place)).toEqual([]);
  });

  it('a day is written out in both languages, and an older text is shown as it was stored', () => {
    const filed = sheetMessages.filedBefore({ day: '2026-11-04' });
    expect(english(filed)).toBe('You have filed this on 4 Nov 2026.');
    expect(bengali(filed)).toBe('আপনি এটি ৪ নভেম্বর, ২০২৬ তারিখে জমা দিয়েছেন।');
    const older = sheetMessages.filedBefore({ day: '4 Nov 2026' });
    expect(english(older)).toBe('You have filed this on 4 Nov 2026.');
    expect(bengali(older)).toBe('আপনি এটি 4 Nov 2026 তারিখে জমা দিয়েছেন।');
  });

  it('a moment is written out in both languages, in Dhaka’s time', () => {
    const signIn = accountMailMessages.device({
      at: '2026-11-21T20:42:00.000Z',
      browser: quote('Chrome'),
      address: '203.0.113.7',
    });
    expect(english(signIn)).toContain('Time: 22 Nov 2026, 02:42 (Dhaka).');
    expect(bengali(signIn)).toContain('সময়: ২২ নভে, ২০২৬, ০২:৪২ (ঢাকা)।');
  });

  it.each([
    [1_234_567, '১২,৩৪,৫৬৭'],
    [0.125, '০.১২৫'],
    ['1,250.50', '১,২৫০.৫০'],
    ['1,234,567.50', '১২,৩৪,৫৬৭.৫০'],
    ['2026-11-04', '২০২৬-১১-০৪'],
    ['12345', '১২৩৪৫'],
  ])('the digits of %s are grouped as Bengali groups them', (credits, expected) => {
    expect(bengali(jobMessages.creditsReturned({ credits }))).toBe(`আমাদের দল ${expected} ক্রেডিট ফেরত দিয়েছে`);
  });

  it('choices are joined as each language joins them, however many there are', () => {
    const message = bepzaMessages.fillIn({ choices: 'so_no or po_no or bl_no' });
    expect(english(message)).toBe('Fill in so_no or po_no or bl_no.');
    expect(bengali(message)).toBe('so_no, po_no, বা bl_no পূরণ করুন।');
  });

  it('a scheme is named in the language of the message around it', () => {
    const refused = sheetMessages.noRateAnnounced({
      scheme: incentiveSchemeName('NEW_MARKET'),
      day: '2026-11-04',
    });
    expect(english(refused)).toBe('No rate of "New market" is announced for shipments of 4 Nov 2026.');
    expect(bengali(refused)).toContain('"নতুন বাজার"');
    expect(bengali(refused)).toContain('৪ নভেম্বর, ২০২৬');
  });

  it('a message keeps its English text, also around values with special characters', () => {
    expect(english(fieldMessages.notHsCode())).toBe('The HS code does not have 8 digits.');
    expect(english(jobMessages.creditsReserved({ rows: 1 }))).toBe('Credits reserved for 1 row');
    expect(english(jobMessages.creditsReserved({ rows: 12 }))).toBe('Credits reserved for 12 rows');
    expect(english(documentMessages.notFound({ name: '{name} $& a.pdf' }))).toBe(
      'The document {name} $& a.pdf cannot be found.',
    );
  });

  it('a message carries its key and its texts', () => {
    expect(jobMessages.cancelled.key).toBe('job.cancelled');
    expect(catalogue.get('job.cancelled')).toBe(jobMessages.cancelled.texts);
  });
});

describe('a message that is declared', () => {
  it('a message does not compile if a placeholder is in one language only', () => {
    // @ts-expect-error -- The gap is missing in Bengali.
    defineMessages('example', { one: { en: 'Row {#row}', bn: 'সারি' } });
    // @ts-expect-error -- The gap is only in Bengali.
    defineMessages('example', { one: { en: 'Row', bn: 'সারি {#row}' } });
    // @ts-expect-error -- The gap is a number in one language only.
    defineMessages('example', { one: { en: 'Row {#row}', bn: 'সারি {row}' } });
    const { one } = defineMessages('example', { one: { en: 'Row {row}', bn: 'সারি {row}' } });
    expect(one({ row: 7 })).toStrictEqual({ key: 'example.one', params: { row: 7 } });
  });

  it('a message does not compile if a value is missing or has no placeholder', () => {
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

describe('a message that is rendered', () => {
  it("a portal's words stay an English quotation in a Bengali message", () => {
    expect(messageParts(quote(portalWords), 'bn')).toEqual([{ text: portalWords, language: 'en' }]);
    expect(messageParts(portalMessages.answered({ words: portalWords }), 'bn')).toEqual([
      { text: 'পোর্টালের উত্তর: ', language: 'bn' },
      { text: portalWords, language: 'en' },
    ]);
  });

  it('a message among the values is rendered in the language of the message around it', () => {
    const message = jobMessages.stopped({ words: jobMessages.rowFailed({ row: 3 }) });
    expect(english(message)).toBe('Stopped: Row 3 could not be processed. Our team is looking into it.');
    expect(bengali(message)).toBe('বন্ধ হয়েছে: সারি ৩-এর কাজ করা যায়নি। আমাদের দল দেখছে।');
  });

  it('several messages are rendered one after the other, without empty ones', () => {
    const message = sequence(jobMessages.cancelled(), null, emptyMessage, quote(portalWords));
    expect(english(message)).toBe(`Cancelled ${portalWords}`);
    expect(sequence(null, jobMessages.cancelled())).toEqual(jobMessages.cancelled());
    expect(english(sequence())).toBe('');
  });

  it('a key that the catalogue no longer has is rendered by its values', () => {
    expect(english({ key: 'example.gone', params: { exp: '1084-004512-2026' } })).toBe('1084-004512-2026');
  });

  it("an error's code renders its fixed text", () => {
    const { key } = messageOf(new DomainError('UNAVAILABLE'));
    expect(english({ key })).toBe(new DomainError('UNAVAILABLE').message);
    expect(bengali({ key })).toMatch(/^\p{Script=Bengali}/u);
  });
});

describe('a stored message', () => {
  it('a stored text from before messages were data is a quotation, and a missing one is empty', () => {
    expect(storedMessage('As it was.')).toStrictEqual(quote('As it was.'));
    expect(storedMessage(null)).toStrictEqual(emptyMessage);
    expect(storedMessage(jobMessages.cancelled())).toStrictEqual(jobMessages.cancelled());
  });
});

describe('a line of the credit history', () => {
  const job = { service: 'EXP Search', file: 'october: 2.csv' };
  it.each([
    [creditMessages.job(job), 'EXP অনুসন্ধান: october: 2.csv'],
    [creditMessages.jobAgain(job), 'EXP অনুসন্ধান: october: 2.csv, ব্যর্থ সারি আবার'],
    [creditMessages.jobReturned(job), 'ফেরত: EXP অনুসন্ধান: october: 2.csv'],
    [quote('Thank you: see our letter'), 'Thank you: see our letter'],
  ])('a line of the credit history names its service in Bengali: %s', (description, expected) =>
    expect(bengali(description)).toBe(expected),
  );
});

describe('columns of the services', () => {
  const sheets = services.flatMap((service) =>
    service.input.kind === 'sheet' ? [{ id: service.id, columns: service.input.columns }] : [],
  );
  const badCells = ['x', '?', '-1', '0', '99999999999999', '1.23456', '31/31/2026', 'Ω'.repeat(400)];

  it.each(sheets)('the hints and problems of bad cells of $id are translated', ({ columns }) => {
    for (const { name, hint, schema } of columns) {
      expect(foreignIn(hint), name).toEqual([]);
      for (const cell of badCells) {
        const parsed = schema.safeParse(cell);
        if (parsed.success) continue;
        const problem = messageOfIssue(parsed.error);
        expect(problem, name).not.toBeNull();
        expect(foreignIn(problem ?? emptyMessage), name).toEqual([]);
      }
    }
  });
});
