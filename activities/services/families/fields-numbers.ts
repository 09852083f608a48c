/**
 * Fields for numbers, texts and choices of the services' sheets, stored as canonical text without floating-point
 * arithmetic.
 */
import { z } from 'zod';
import { asIssue } from '#contracts/messages/cell-issue.ts';
import type { Message } from '#contracts/messages/message.ts';
import type { Column } from '#services/contract.ts';
import { fieldMessages } from './field-messages.ts';

export type Field = Pick<Column, 'schema' | 'hint' | 'dateOrder' | 'isNumber' | 'shownCurrency' | 'wholeIn'>;

export const currencyCodes = [
  'USD',
  'EUR',
  'GBP',
  'JPY',
  'CAD',
  'AUD',
  'CHF',
  'SEK',
  'CNY',
  'INR',
  'BDT',
] as const;

/** Currencies without a smaller unit (portals.md section 7). */
const wholeCurrencies: readonly string[] = ['JPY'];
const AMOUNT_DECIMALS = 2;

const banglaZero = '০'.charCodeAt(0);
const FULL_WIDTH_OFFSET = 0xfee0;

/** Replaces Bangla digits by Latin ones. */
export function latinDigits(text: string): string {
  return text.replace(/[০-৯]/g, (digit) => String(digit.charCodeAt(0) - banglaZero));
}

/**
 * Replaces Bangla digits and full-width characters by those of an English keyboard, and the dashes that Word and chats
 * make of hyphens by hyphens. For numbers and codes only, in which nothing else can be meant.
 */
export function keyboardText(text: string): string {
  return latinDigits(text)
    .replace(/[\uFF01-\uFF5E]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - FULL_WIDTH_OFFSET))
    .replace(/[\u2010-\u2015\u2212\uFE58\uFE63]/g, '-');
}

/** Converts Bangla digits to Latin ones, trims, and drops the ".0" that Excel appends to numbers. */
export const digitsText = (cell: string): string =>
  keyboardText(cell)
    .trim()
    .replace(/^(\d+)\.0+$/, '$1');

/** Removes thousands and lakh separators, as in 12,34,567.00. Other commas stay, so that the number is refused. */
function plainNumber(cell: string): string {
  const text = keyboardText(cell).trim();
  return /^\d{1,3}(,\d{2,3})*,\d{3}(\.\d*)?$/.test(text) ? text.replaceAll(',', '') : text;
}

const currencyMark = String.raw`\p{Sc}|Tk\.?|${currencyCodes.join('|')}`;
const amountWithCurrency = new RegExp(
  String.raw`^(?:(?<first>${currencyMark})\s*(?<after>\d[\d.,]*)|(?<before>\d[\d.,]*)\s*(?<last>${currencyMark}))$`,
  'iu',
);

type Amount = { number: string; mark: string | null };

/** Separates a number from one currency before or after it: Excel's format for money shows it in the cell. */
function amountOf(cell: string): Amount {
  const text = keyboardText(cell).trim();
  const { first, after, before, last } = amountWithCurrency.exec(text)?.groups ?? {};
  return { number: after ?? before ?? text, mark: first ?? last ?? null };
}

/** The currencies that a sign can stand for. A sign that is not listed stands for none of `currencyCodes`. */
const currenciesBySign: Readonly<Record<string, readonly string[]>> = {
  $: ['USD', 'CAD', 'AUD'],
  '€': ['EUR'],
  '£': ['GBP'],
  '¥': ['JPY', 'CNY'],
  '₹': ['INR'],
  // The normal form of ₨.
  RS: ['INR'],
  '৳': ['BDT'],
  TK: ['BDT'],
};

function currenciesOf(mark: string): readonly string[] {
  // Full-width signs become the usual ones.
  const sign = mark.normalize('NFKC').toUpperCase().replace('.', '');
  const isCode = (currencyCodes as readonly string[]).includes(sign);
  return isCode ? [sign] : (currenciesBySign[sign] ?? []);
}

/** Converts 007.50 to 7.50; the decimals stay as written. */
function withoutLeadingZeros(text: string): string {
  return text.replace(/^0+(?=\d)/, '');
}

export type DecimalRule = { decimals?: number } & (
  | { above: number; min?: never; max?: never }
  | { min: number; max?: number; above?: never }
);

/** A non-negative number with limited decimals (2 by default). */
export function decimal(rule: DecimalRule): Field {
  const { min, above, max, decimals = AMOUNT_DECIMALS } = rule;
  const pattern = new RegExp(`^\\d+(\\.\\d{1,${decimals}})?$`);
  const isWithin = (text: string): boolean => {
    const value = Number(text);
    return (
      (above === undefined || value > above) &&
      (min === undefined || value >= min) &&
      (max === undefined || value <= max)
    );
  };
  return {
    schema: z
      .string()
      .overwrite((cell) => plainNumber(amountOf(cell).number))
      .regex(pattern, asIssue(fieldMessages.notNumber({ decimals })))
      .refine(isWithin, asIssue(boundsProblem(rule)))
      .overwrite(withoutLeadingZeros),
    hint: boundsHint(rule, decimals),
    isNumber: true,
  };
}

/**
 * A number in the currency of its row, which may be shown beside it. With more decimals than an amount has, it is the
 * price of one piece.
 */
export function money(rule: DecimalRule): Field {
  const { decimals = AMOUNT_DECIMALS } = rule;
  return {
    ...decimal(rule),
    ...(decimals > AMOUNT_DECIMALS ? {} : { wholeIn: wholeCurrencies }),
    shownCurrency: (cell) => {
      const { mark } = amountOf(cell);
      return mark === null ? null : { mark, codes: currenciesOf(mark) };
    },
  };
}

function boundsProblem({ min = 0, above, max }: DecimalRule): Message {
  if (above !== undefined) return fieldMessages.notAbove({ above });
  return max === undefined ? fieldMessages.notFrom({ min }) : fieldMessages.notInRange({ min, max });
}

function boundsHint({ min = 0, above, max }: DecimalRule, decimals: number): Message {
  if (above !== undefined) return fieldMessages.aboveHint({ above, decimals });
  return max === undefined
    ? fieldMessages.fromHint({ min, decimals })
    : fieldMessages.rangeHint({ min, max, decimals });
}

/** A whole number; the ".0" that Excel appends is dropped. 24.000 may be 24 or 24,000, and is refused. */
export function integer(rule: { min?: number; max?: number } = {}): Field {
  const { min = 0, max = 1_000_000_000 } = rule;
  return {
    schema: z
      .string()
      .overwrite((cell) => plainNumber(cell).replace(/^(?!\d{1,3}\.000$)(\d+)\.0+$/, '$1'))
      .regex(/^\d{1,12}$/, asIssue(fieldMessages.notWholeNumber()))
      .refine(
        (text) => Number(text) >= min && Number(text) <= max,
        asIssue(fieldMessages.notWholeInRange({ min, max })),
      )
      .overwrite(withoutLeadingZeros),
    hint: min > 0 ? fieldMessages.wholeFromHint({ min }) : fieldMessages.wholeNumberHint(),
    isNumber: true,
  };
}

/** Text between `min` and `max` characters, with whitespace collapsed. */
export function text(min: number, max: number, example: string | Message = ''): Field {
  return {
    schema: z
      .string()
      .overwrite((cell) => cell.replace(/\s+/g, ' ').trim())
      .min(min, asIssue(fieldMessages.tooShort({ min })))
      .max(max, asIssue(fieldMessages.tooLong({ max }))),
    hint: example
      ? fieldMessages.lengthExampleHint({ min, max, example })
      : fieldMessages.lengthHint({ min, max }),
  };
}

/** One of several words, regardless of case and of spaces, underscores or hyphens; stored as spelled in the list. */
export function oneOf(choices: readonly [string, ...string[]], aliases: Record<string, string> = {}): Field {
  const keyOf = (word: string): string => word.toUpperCase().replace(/[\s_-]/g, '');
  const byKey = new Map(
    [...choices.map((choice) => [choice, choice] as const), ...Object.entries(aliases)].map(
      ([word, choice]) => [keyOf(word), choice],
    ),
  );
  const list = choices.join(', ');
  return {
    schema: z
      .string()
      .refine((word) => byKey.has(keyOf(word)), asIssue(fieldMessages.notOneOf({ list })))
      .overwrite((word) => byKey.get(keyOf(word)) ?? word),
    hint: fieldMessages.oneOfHint({ list }),
  };
}

/** Text that matches a pattern after it is cleaned. */
export function pattern(
  expression: RegExp,
  options: { problem: Message; hint: Message; upper?: boolean },
): Field {
  const { problem, hint, upper = false } = options;
  const clean = (cell: string): string => {
    const plain = keyboardText(cell).trim();
    return upper ? plain.toUpperCase() : plain;
  };
  return { schema: z.string().overwrite(clean).regex(expression, asIssue(problem)), hint };
}
