/** What the client writes, in both languages: dates, durations, expiry, addresses, and what its search finds. */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contracts/durations.ts';
import { contactDefaults, marketingDefaults } from '#contracts/site/pages.ts';
import { errorCatalogue } from '#contracts/errors.ts';
import type { CreditSettings } from '#contracts/calls/site-answers.ts';
import { services } from '#services/catalogue.ts';
import { useBengali } from './bengali.ts';
import { ApiError } from '#web/lib/client.ts';
import {
  groupFound,
  listedServices,
  searchServices,
  suggestServices,
  totalCost,
} from '#web/features/jobs/catalogue/queries.ts';
import { dashboardWords } from '#web/features/jobs/dashboard/words.ts';
import { jobListWords } from '#web/features/jobs/list/words.ts';
import { jobWords } from '#web/features/jobs/words.ts';
import { uiWords } from '#web/ui/words.ts';
import { needsFilingQuestion } from '#web/features/jobs/start/filing-rules.ts';
import {
  formatDateTime,
  formatDuration,
  formatExpiry,
  formatRelative,
  formatSecond,
  isExpired,
} from '#web/lib/dates.ts';
import { setLanguage, type Language } from '#web/lib/language.ts';
import { errorText, messagesNow } from '#web/lib/messages.ts';
import { creditsText, takaText } from '#web/lib/money.ts';
import { formatNumber, formatPercent, plainDigits } from '#web/lib/numbers.ts';
import { formatBytes } from '#web/lib/sizes.ts';
import { pagesToShow } from '#web/lib/page-numbers.ts';
import { paths, templateUrl } from '#web/paths.ts';

const now = new Date('2026-11-21T03:42:00Z');
const ago = (ageMs: number) => new Date(now.getTime() - ageMs).toISOString();
const ahead = (leftMs: number) => ago(-leftMs);

describe('dates', () => {
  it('dates are written in the time of Dhaka, whatever time zone the computer has', () => {
    expect(formatDateTime('2026-11-21T03:42:00Z')).toBe('21 Nov 2026, 09:42');
    expect(formatDateTime('2026-09-05T18:30:00Z')).toBe('6 Sep 2026, 00:30');
    expect(formatSecond('2026-09-05T18:30:09Z')).toBe('00:30:09');
  });

  it("a notification's time is relative, and a date after a week", () => {
    expect(formatRelative(ago(59_000), now)).toBe('Just now');
    expect(formatRelative(ago(MINUTE_MS), now)).toBe('1 minute ago');
    expect(formatRelative(ago(23 * HOUR_MS), now)).toBe('23 hours ago');
    expect(formatRelative(ago(6 * DAY_MS), now)).toBe('6 days ago');
    expect(formatRelative(ago(7 * DAY_MS), now)).toBe('14 Nov 2026');
  });

  it('the expiry of results is labelled as the specification spells it', () => {
    expect(formatExpiry(ago(1), now)).toBe('Expired');
    expect(formatExpiry(now.toISOString(), now)).toBe('Expired');
    expect(formatExpiry(ahead(HOUR_MS), now)).toBe('Expires in 1d');
    expect(formatExpiry(ahead(2 * DAY_MS), now)).toBe('Expires in 2d');
    expect(formatExpiry(ahead(2 * DAY_MS + 1), now)).toBe('3 d remaining');
    expect(formatExpiry(ahead(7 * DAY_MS), now)).toBe('7 d remaining');
  });

  it('a file without an expiry is never shown as expired', () => {
    expect(isExpired(null, now)).toBe(false);
  });

  it('durations are written as minutes and seconds, with hours only if there are any', () => {
    expect(formatDuration(-5)).toBe('0:00');
    expect(formatDuration(80_000)).toBe('1:20');
    expect(formatDuration(3_725_000)).toBe('1:02:05');
  });
});

describe('counts', () => {
  it('every count of a job with ten thousand rows is grouped, beside the others of its line', () => {
    const [job, list, dashboard] = [uiWords.en, jobListWords.en, dashboardWords.en];
    const lines = [
      job.rowsOf(9_880, 10_000),
      job.rowsFailed(1_200),
      job.rowsNotFound(1_200),
      job.finishedPartly(8_800, 1_200),
      list.counts(8_800, 10_000),
      list.failedCount(1_200),
      list.notFound(1_200),
      list.refused(1_200),
      dashboard.rowCount(10_000, 1_200),
      dashboard.failedCount(1_200),
      dashboard.notFoundCount(1_200),
      jobWords.en.readyRows(8_800, 1_200),
    ];
    expect(lines.filter((line) => /\d{4}/.test(line))).toEqual([]);
  });
});

describe('page numbers', () => {
  it('page numbers show the first, the last and the neighbours of the current page, with gaps between', () => {
    expect(pagesToShow(1, 1)).toEqual([1]);
    expect(pagesToShow(1, 6)).toEqual([1, 2, null, 6]);
    expect(pagesToShow(5, 12)).toEqual([1, null, 4, 5, 6, null, 12]);
    expect(pagesToShow(12, 12)).toEqual([1, null, 11, 12]);
  });
});

describe('services on offer', () => {
  const settings: CreditSettings = {
    creditsPerBDT: 2,
    freeTrialCredits: 100,
    minPurchaseCredits: 200,
    systemNotification: { enabled: false, message: '', type: 'info', showToAll: false },
    serviceCreditsConfig: { 'exp-search': 0.7 },
    enabledServices: services.map(({ id }) => id),
    unavailableServices: [],
    unavailableReasons: {},
    marketingFigures: marketingDefaults,
    showMeasuredFigures: false,
    contactDetails: contactDefaults,
  };
  const found = (query: string) =>
    searchServices(listedServices(settings), query).map(({ service }) => service.id);

  it('the offered services exclude those that the administrator switched off', () => {
    const some = listedServices({ ...settings, enabledServices: ['exp-search'] });
    expect(some.map(({ service }) => service.id)).toEqual(['exp-search']);
  });

  it('an enabled service whose portal cannot be used is listed with the reason, and not offered', () => {
    const some = listedServices({
      ...settings,
      enabledServices: ['exp-search', 'hm-packing-list'],
      unavailableServices: ['hm-packing-list'],
      unavailableReasons: { 'hm-packing-list': 'down' },
    });
    expect(some.map(({ service, unavailable }) => [service.id, unavailable])).toEqual([
      ['exp-search', null],
      ['hm-packing-list', 'down'],
    ]);
  });

  it('a service costs what the settings say, or else its own price', () => {
    const costs = new Map(listedServices(settings).map(({ service, cost }) => [service.id, cost]));
    expect(costs.get('exp-search')).toBe(0.7);
    expect(costs.get('bepza-ep-issue')).toBe(2.5);
  });

  it('costs add up without errors of binary fractions', () => {
    const some = listedServices(settings).slice(0, 3);
    expect(totalCost(some.map((service) => ({ ...service, cost: 0.1 })))).toBe(0.3);
  });

  it('services are found by the words that people use [search-by-common-names]', () => {
    expect(found('C&F')).toContain('custom-tracking');
    expect(found('ip')).toContain('bepza-ip-issue');
    expect(found('fcr')).toEqual(expect.arrayContaining(['damco-fcr-submission', 'damco-fcr-extractor']));
    expect(found('exp sea')).toContain('exp-search');
    expect(found('বন্দর')).toContain('ctg-port-tracking');
    expect(found('আমদানি অনু')).toContain('bepza-ip-issue');
    expect(found('no such paper')).toEqual([]);
  });

  it('a search lists names that begin with the typed words first, then words in names, then everyday terms', () => {
    expect(found('exp s')[0]).toBe('exp-search');
    expect(found('EXP Sea')[0]).toBe('exp-search');
    expect(found('download')[0]).toBe('damco-booking-download');
    expect(found('search exp')[0]).toBe('exp-search');
    expect(found('bank')[0]).toMatch(/^exp-/);
    const tracking = found('tracking');
    expect(tracking.indexOf('egm-download')).toBeGreaterThan(tracking.indexOf('custom-tracking'));
  });

  it('a list to choose from offers only the names that begin with the typed words, if there are any', () => {
    const suggested = (query: string) =>
      groupFound(suggestServices(listedServices(settings), query)).flatMap((group) =>
        group.services.map(({ service }) => service.id),
      );
    expect(suggested('exp s')).toEqual(['exp-search']);
    expect(suggested('EXP অনু')).toEqual(['exp-search']);
    expect(suggested('exp')).toEqual([
      'exp-issue',
      'exp-correction',
      'exp-duplicate-reporting',
      'exp-search',
    ]);
    expect(suggested('c&f')).toContain('custom-tracking');
    expect(suggested('tracking').at(-1)).toBe('egm-download');
  });

  it('a start of more than twenty filings is confirmed first, and a look-up never is', () => {
    expect(needsFilingQuestion('submit', 20)).toBe(false);
    expect(needsFilingQuestion('submit', 21)).toBe(true);
    expect(needsFilingQuestion('read', 5_000)).toBe(false);
    expect(needsFilingQuestion('submit', 5, 1)).toBe(true);
    expect(needsFilingQuestion('read', 5, 1)).toBe(false);
  });
});

describe('money', () => {
  it('money is shown in taka with two decimals', () => {
    expect(takaText(0.5, 2)).toBe('৳0.25');
  });
});

describe('addresses', () => {
  it('addresses stay the same, because emails and notifications link to them', () => {
    expect({
      home: paths.home,
      services: paths.services,
      reset: paths.resetPassword,
      verify: paths.verifyEmail,
      dashboard: paths.dashboard(),
      portalAccess: paths.dashboard({ tab: 'credentials' }),
      service: paths.dashboard({ service: 'exp-search' }),
      job: paths.job('a/b'),
      template: templateUrl('exp-search', 'csv'),
    }).toEqual({
      home: '/',
      services: '/services',
      reset: '/reset-password',
      verify: '/verify-email',
      dashboard: '/dashboard',
      portalAccess: '/dashboard?tab=credentials',
      service: '/dashboard?service=exp-search',
      job: '/dashboard/jobs/a%2Fb',
      template: '/templates/exp-search.csv',
    });
  });
});

describe('in Bengali', () => {
  useBengali();

  it('a Bengali interface has dates, numbers and money in Bengali words and digits', () => {
    const written = [
      formatDateTime('2026-11-21T03:42:00Z'),
      formatRelative(ago(3 * HOUR_MS), now),
      formatExpiry(ahead(DAY_MS), now),
      formatDuration(80_000),
      formatNumber(1_234_567),
      formatPercent(62.5),
      creditsText(1_250.5),
      takaText(0.5, 2),
    ];
    expect([963, 2_048, 1_572_864].map(formatBytes)).toEqual(['৯৬৩ B', '২ KB', '১.৫ MB']);
    for (const text of written) expect(text).toMatch(/^[^a-z0-9]*\p{Script=Bengali}[^a-z0-9]*$/iu);
    expect(formatNumber(1_234_567)).toBe('১২,৩৪,৫৬৭');
    expect(takaText(0.5, 2)).toBe('৳০.২৫');
  });

  it('a Bengali interface has its messages and refusals in Bengali', () => {
    const refusals = Object.entries(errorCatalogue).map(([code, { status, message }]) =>
      errorText(new ApiError({ code, status, message, requestId: null })),
    );
    for (const text of [...Object.values(messagesNow()), ...refusals])
      expect(text).toMatch(/\p{Script=Bengali}/u);
    const exact = { code: 'INVALID_INPUT', status: 400, message: 'Row 3: no B/L.', requestId: null };
    expect(errorText(new ApiError(exact))).toBe('Row 3: no B/L.');
  });

  it('a number that is typed with Bengali digits is the same number', () => {
    expect(plainDigits('৳ ১,৫০০.৫০ ab')).toBe('৳ 1,500.50 ab');
  });
});

/** Texts that are the same in both languages. */
const namesThatStay = new Set(['English', 'বাংলা', 'EXP', 'Chalan']);

/** Sentences that only one of the languages needs: the policy's Bengali text is the original. */
const inOneLanguage = new Set(['privacyWords.translation']);

const webFolder = fileURLToPath(new URL('../../web/', import.meta.url));
const wordFiles = readdirSync(webFolder, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /^(app|ui|lib|features)\/(.*[/-])?words\.ts$/.test(file),
);

/** A letter or a digit: the taka sign alone does not count as Bengali. */
const isBengali = (text: string): boolean => /[\u0980-\u09ef]/.test(text);

type Sentence = (...values: unknown[]) => unknown;
const isSentence = (value: unknown): value is Sentence => typeof value === 'function';
const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const areWords = (value: unknown): value is { en: unknown; bn: unknown } =>
  isGroup(value) && isGroup(value['en']) && isGroup(value['bn']);

/** Stands in for any value of a sentence, and notes whether it is written as a number. */
function sampleValue() {
  const value = {
    isNumber: false,
    toLocaleString: (locale: string) => {
      value.isNumber = true;
      return (12).toLocaleString(locale);
    },
    [Symbol.toPrimitive]: (hint: string) => (hint === 'number' ? 12 : '12'),
  };
  return value;
}

function saidIn(language: Language, sentence: Sentence, count: number): { text: string; numbers: boolean[] } {
  const values = Array.from({ length: count }, sampleValue);
  setLanguage(language);
  return { text: String(sentence(...values)), numbers: values.map(({ isNumber }) => isNumber) };
}

/** The name of a place in the page, used in its address. */
const isAnchor = (name: string, en: unknown, bn: unknown): boolean => name === 'id' && en === bn;

/** The differences between the two languages, each with its key. */
function faultsBetween(en: unknown, bn: unknown, key: string): string[] {
  if (isGroup(en) && isGroup(bn)) {
    const keys = new Set([...Object.keys(en), ...Object.keys(bn)]);
    return [...keys].flatMap((name) =>
      isAnchor(name, en[name], bn[name]) ? [] : faultsBetween(en[name], bn[name], `${key}.${name}`),
    );
  }
  if (typeof en !== typeof bn) return [`${key} is a ${typeof en} in English and a ${typeof bn} in Bengali`];
  if (!isSentence(en) || !isSentence(bn))
    return [...faultsOf(String(en), String(bn), key), ...digitFaults(String(bn), key)];
  const english = saidIn('en', en, en.length);
  const bengali = saidIn('bn', bn, en.length);
  const raw = english.numbers.some((isNumber, place) => isNumber && !bengali.numbers[place]);
  return [
    // A sentence that only joins its values has no text of its own.
    ...(/\p{L}/u.test(english.text) ? faultsOf(english.text, bengali.text, key) : []),
    ...(raw ? [`${key} writes a number without formatNumber in Bengali`] : []),
  ];
}

/** Bengali spellings, or words, for what the rest of the interface writes as ব্যালেন্স and উইন্ডো. */
const otherWords = ['ব্যালান্স', 'জানালা'];

function faultsOf(english: string, bengali: string, key: string): string[] {
  if (inOneLanguage.has(key)) return [];
  if (english.trim() === '' || bengali.trim() === '') return [`${key} is empty`];
  if (english === bengali && namesThatStay.has(english)) return [];
  if (isBengali(english)) return [`${key} is Bengali in English`];
  if (otherWords.some((word) => bengali.includes(word))) return [`${key} has its own word: ${bengali}`];
  return isBengali(bengali) ? [] : [`${key} is not Bengali: ${bengali}`];
}

/** A short number in English digits before a Bengali word, such as "7 দিন"; longer ones are examples of codes. */
const isEnglishCount = /(?<![\w.:/,-])\d{1,4}(?![\w.:/,-])\s?[\u0980-\u09ff]/;

function digitFaults(bengali: string, key: string): string[] {
  return isEnglishCount.test(bengali) ? [`${key} has English digits: ${bengali}`] : [];
}

describe('the words of the interface', () => {
  useBengali();

  it.each(wordFiles)('the texts in %s are complete in both languages', async (file) => {
    const module: Record<string, unknown> = await import(`${webFolder}${file}`);
    const faults = Object.entries(module).flatMap(([name, words]) =>
      areWords(words) ? faultsBetween(words.en, words.bn, name) : [],
    );
    expect(faults).toEqual([]);
  });

  it("the files with the interface's texts are found in every folder", () => {
    expect(wordFiles).toEqual(
      expect.arrayContaining(['app/words.ts', 'ui/words.ts', 'features/accounts/auth/words.ts']),
    );
  });

  it.each([
    ['a missing key', { a: 'One', b: 'Two' }, { a: 'এক' }],
    ['another kind', { a: 'One' }, { a: () => 'এক' }],
    ['English in Bengali', { a: 'One' }, { a: 'One' }],
    ['an English number in a Bengali sentence', { a: '7 days' }, { a: '7 দিন' }],
    ['an empty text', { a: 'One' }, { a: ' ' }],
    [
      'English digits',
      { a: (n: number) => `${n.toLocaleString('en-US')} rows` },
      { a: (n: number) => `${n}টি` },
    ],
  ])('the texts of the interface are rejected for %s', (_, en, bn) =>
    expect(faultsBetween(en, bn, 'words')).toHaveLength(1),
  );
});
