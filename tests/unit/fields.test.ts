/** The field formats of the services' sheets: refusals first, then what is accepted and how it is kept. */
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { messageOfIssue } from '#contracts/messages/cell-issue.ts';
import type { Message } from '#contracts/messages/message.ts';
import { english } from '#contracts/messages/render.ts';
import { adCode, dhakaYear, expSerial, expYear } from '#services/families/fields.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T06:00:00Z'), toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const inBangla = (text: string): string => text.replace(/\d/g, (digit) => '০১২৩৪৫৬৭৮৯'.charAt(Number(digit)));

function problems(field: typeof adCode, cell: string): (Message | null)[] {
  const { issues = [] } = field.schema.safeParse(cell).error ?? {};
  return issues.map((issue) => messageOfIssue(new z.ZodError([issue])));
}

describe('what is refused', () => {
  test.each(['108', '123456789', '10A4', '-1084', '1084.5', '10 84', '1084-004512-2026', '١٠٨٤'])(
    'the AD code %j is refused with one sentence',
    (cell) => {
      expect(problems(adCode, cell)).toEqual(['The AD code is not a number of 4 to 8 digits.']);
    },
  );

  test.each(['0045120', '45-12', '4512.5', 'EXP4512', '1.0.0', '4,512', '1e3', '1084-004512-2026'])(
    'the EXP serial %j is refused with one sentence',
    (cell) => {
      expect(problems(expSerial, cell)).toEqual(['The EXP serial is not a number of 1 to 6 digits.']);
    },
  );

  test.each(['2013', '2027', '26', '02026', '2026.5', 'this year', '২০২৭'])(
    'the EXP year %j is refused with the years that are accepted',
    (cell) => {
      expect(problems(expYear, cell)).toEqual(['The EXP year is not a year from 2014 to 2026.']);
    },
  );

  test('a text without a digit is refused by every field', () => {
    fc.assert(
      fc.property(
        fc.string().filter((text) => !/[\d০-৯]/.test(text)),
        (text) => {
          for (const field of [adCode, expSerial, expYear]) expect(problems(field, text)).toHaveLength(1);
        },
      ),
    );
  });
});

describe('what is accepted', () => {
  test.each([
    ['AD code', adCode, ' 1084 ', '1084'],
    ['AD code', adCode, '1084.0', '1084'],
    ['AD code', adCode, '০১০৮৪', '01084'],
    ['serial', expSerial, '4512', '004512'],
    ['serial', expSerial, '4512.0', '004512'],
    ['serial', expSerial, '৪৫১২.০', '004512'],
    ['serial', expSerial, '004512', '004512'],
    ['year', expYear, '2014', '2014'],
    ['year', expYear, '2026.00', '2026'],
    ['year', expYear, '২০২৬', '2026'],
  ])(
    'the %s cell as a sheet writes it is stored in its canonical form (case %#)',
    (_name, field, cell, kept) => {
      expect(field.schema.parse(cell)).toBe(kept);
    },
  );

  test('a serial is stored as six digits of the same number, however the cell spells it', () => {
    const spellings = fc.constantFrom<(text: string) => string>(
      (text) => text,
      (text) => `${text}.0`,
      (text) => `\u00a0${text} `,
      inBangla,
    );
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 999_999 }), spellings, (serial, spell) => {
        const kept = expSerial.schema.parse(spell(String(serial)));
        expect(kept).toMatch(/^\d{6}$/);
        expect(Number(kept)).toBe(serial);
      }),
    );
  });

  test('a stored value is stored unchanged when it is read again', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(adCode, expSerial, expYear),
        fc.integer({ min: 0, max: 99_999_999 }),
        (field, n) => {
          const once = field.schema.safeParse(String(n));
          if (once.success) expect(field.schema.parse(once.data)).toBe(once.data);
        },
      ),
    );
  });

  test('every hint shows an example that its field accepts', () => {
    for (const field of [adCode, expSerial, expYear]) {
      const example = /(\d+) in 1084-004512-2026/.exec(english(field.hint))?.[1] ?? '';
      expect(field.schema.parse(example)).toBe(example);
    }
  });
});

describe('the new year', () => {
  test('the new year begins in Dhaka, not in UTC, for the default and for the accepted years', () => {
    vi.setSystemTime(new Date('2026-12-31T17:59:59Z'));
    expect(dhakaYear(new Date())).toBe('2026');
    expect(problems(expYear, '2027')).toHaveLength(1);
    vi.setSystemTime(new Date('2026-12-31T18:00:00Z'));
    expect(dhakaYear(new Date())).toBe('2027');
    expect(expYear.schema.parse('2027')).toBe('2027');
  });
});
