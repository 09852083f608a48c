/** Calls about credits. */
import { z } from 'zod';
import { adjustCreditsBody, userIdPath } from '#contracts/accounts/users.ts';
import { creditAlertBody, creditHistoryQuery, creditUsageQuery } from '#contracts/credits/credit-history.ts';
import { usageDaysQuery } from '#contracts/credits/usage-days.ts';
import { userIdParam } from '#contracts/jobs/jobs.ts';
import { admin, admins, orWaiting } from './admin-call.ts';
import { confirmation, group, message, type CallTable } from './call.ts';
import { creditHistoryAnswer, creditOverview, creditUsageAnswer, usageDay } from './credits-answers.ts';

const credit = group('Credits');
const reading = { access: 'verified', scope: 'credits:read' } as const;
const verified = { access: 'verified' } as const;

export const creditCalls = {
  'GET /api/users/:userId/credit-overview': credit('Get your balance, reserved credits and total payments.', {
    ...reading,
    params: userIdParam,
    administered: true,
    answer: z.object({ overview: creditOverview }),
  }),
  'GET /api/users/:userId/credit-history': credit('List your credit history, newest first.', {
    ...reading,
    params: userIdParam,
    administered: true,
    query: creditHistoryQuery,
    answer: creditHistoryAnswer,
  }),
  'GET /api/analytics/credit-usage/:userId': credit('Get the credits used by service.', {
    ...reading,
    params: userIdParam,
    administered: true,
    query: creditUsageQuery,
    answer: creditUsageAnswer,
  }),
  'GET /api/analytics/credit-usage-by-day/:userId': credit('Get the credits and jobs by day.', {
    ...reading,
    params: userIdParam,
    administered: true,
    query: usageDaysQuery,
    answer: z.object({ days: z.array(usageDay) }),
  }),
  'PUT /api/users/:userId/credit-alert': credit('Set the balance below which you are notified.', {
    ...verified,
    body: creditAlertBody,
    answer: confirmation.extend({ threshold: z.number().nullable() }),
  }),

  'POST /api/users/:id/credits': admin("Adjust an account's credits.", {
    ...admins,
    params: userIdPath,
    body: adjustCreditsBody,
    idempotent: true,
    answer: orWaiting(message.extend({ newCredits: z.number() })),
  }),
} satisfies CallTable;
