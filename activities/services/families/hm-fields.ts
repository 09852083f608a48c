/** Formats of numbers and codes of the H&M supplier portal and the buyer's rules, collected in one place. */
import { z } from 'zod';
import { asIssue } from '#contracts/messages/cell-issue.ts';
import { digitsText, pattern, text, type Field } from './fields-numbers.ts';
import { hmMessages } from './hm-messages.ts';

export const hmRules = {
  /** Permitted difference from the ordered quantity. */
  tolerancePercent: 2,
  /** Permitted difference between a line's amount and quantity × price, in hundredths. */
  amountToleranceCents: 1n,
  /**
   * Invoices to the EU above EUR 6,000 need a REX number. The limit in dollars is chosen so that it certainly exceeds
   * that amount.
   */
  rexAboveCents: { EUR: 600_000n, USD: 750_000n } as Readonly<Record<string, bigint>>,
  /** Maximum number of days covered by one search. */
  searchDaysMax: 92,
};

export const invoiceNo: Field = text(1, 16, '2509675');

export const orderNo = pattern(/^\d{6}(-\d{4,5})?$/, {
  problem: hmMessages.notOrder(),
  hint: hmMessages.orderHint(),
});

/** An order may be named without its suffix: 364201 means 364201-58325. */
export const orderBeginning = (key: string): string | null => (/^\d{6}$/.test(key) ? `${key}-` : null);

const marketPattern = /^[A-Z]{2}(\/[A-Z]{2})?$/;

/** Stored as NL/OE; the name in brackets that follows it on orders is dropped. */
export const planningMarket: Field = {
  schema: z
    .string()
    .overwrite((cell) =>
      cell
        .replace(/\(.*\)\s*$/, '')
        .replace(/\s/g, '')
        .toUpperCase(),
    )
    .regex(marketPattern, asIssue(hmMessages.notMarket())),
  hint: hmMessages.marketHint(),
};

/** Restores leading zeros, which Excel drops. */
export const articleNo: Field = {
  schema: z
    .string()
    .overwrite(digitsText)
    .regex(/^\d{1,3}$/, asIssue(hmMessages.notArticle()))
    .overwrite((digits) => digits.padStart(3, '0')),
  hint: hmMessages.articleHint(),
};

export const bookingNo = pattern(/^[A-Z0-9-]{4,20}$/, {
  upper: true,
  problem: hmMessages.notBooking(),
  hint: hmMessages.bookingHint(),
});
