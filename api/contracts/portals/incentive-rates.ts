/**
 * Schemas of the administrators' calls about the rates of the export cash incentive, dated by the day of shipment
 * (portals.md 6.12).
 */
import { z } from 'zod';
import type { Texts } from '#contracts/messages/define.ts';
import type { Message } from '#contracts/messages/message.ts';
import { reason } from '#contracts/payments/payments.ts';
import { incentiveSchemeMessages } from './scheme-messages.ts';

export const incentiveSchemes = ['LOCAL_TEXTILE', 'SME', 'EURO_ZONE', 'NEW_MARKET', 'SPECIAL_RMG'] as const;
export type IncentiveScheme = (typeof incentiveSchemes)[number];

/** The name of a scheme, as a value of another message. */
export const incentiveSchemeName = (scheme: IncentiveScheme): Message => incentiveSchemeMessages[scheme]();

export const incentiveSchemeTexts = (scheme: IncentiveScheme): Texts => incentiveSchemeMessages[scheme].texts;

export const isIncentiveScheme = (value: string): value is IncentiveScheme =>
  incentiveSchemes.some((scheme) => scheme === value);

/** Announced rates go up to 10 %; a higher value is a typing error. */
export const ratePercentMax = 20;

export const rateIdPath = z.object({ id: z.uuid() });

const rateValues = z.object({
  scheme: z.enum(incentiveSchemes, { error: 'This scheme does not exist.' }),
  ratePercent: z
    .number('The rate must be a number.')
    .positive('The rate must be above 0.')
    .max(ratePercentMax, `The rate must be at most ${ratePercentMax} %.`)
    .multipleOf(0.001, 'The rate can have three decimals at most.'),
  validFrom: z.iso.date('The first day is not a date.'),
  validTo: z.iso.date('The last day is not a date.').nullable(),
});
export type RateValues = z.infer<typeof rateValues>;

const endsAfterStart = ({ validFrom, validTo }: RateValues): boolean =>
  validTo === null || validTo >= validFrom;
const endsBeforeStart = { error: 'The last day is before the first.', path: ['validTo'] };

export const rateBody = rateValues.extend({ reason }).refine(endsAfterStart, endsBeforeStart);
export type RateBody = z.infer<typeof rateBody>;

export const changeRateBody = rateValues
  .extend({
    known: rateValues
      .optional()
      .describe('The rate that the new one was made from. If it has changed since, nothing is stored.'),
    reason,
  })
  .refine(endsAfterStart, endsBeforeStart);

export const removeRateBody = z.object({
  known: rateValues.optional().describe('The rate to remove. If it has changed since, it stays.'),
  reason,
});
