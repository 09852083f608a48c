/** Response schemas of the administrators' overview: the state of the platform at one moment. */
import { z } from 'zod';
import { objectiveNames } from '#contracts/site/objectives.ts';
import { failedOutcomes } from '#contracts/jobs/row-outcomes.ts';
import { portalBoardEntry } from './portals-answers.ts';
import { count, credits, moment, optionalMoment, person } from './parts.ts';

const jobsNow = z.object({ running: count, queued: count, parked: count });

/** A waiting job; `since` is when its credits were reserved, because that gave it its place in the queue. */
const waitingJob = z.object({
  id: z.uuid(),
  serviceId: z.string(),
  serviceName: z.string(),
  fileName: z.string(),
  portal: z.string().nullable(),
  state: z.enum(['queued', 'parked']),
  customer: person,
  since: moment,
});
export type WaitingJob = z.infer<typeof waitingJob>;

/** Jobs that ended since `since`, practice runs apart. */
const failures = z.object({
  since: moment,
  ended: count,
  /** Whether more jobs ended than are counted; the counted ones are the latest. */
  isMore: z.boolean(),
  failed: count,
  partlyDone: count,
  /** Failed jobs whose outcomes are counted: all of them, or the latest ones. */
  considered: count,
  /** Counts by outcome, the most frequent first. A job whose rows have several outcomes counts for each. */
  outcomes: z.array(z.object({ code: z.enum(failedOutcomes), jobs: count })),
});
export type Failures = z.infer<typeof failures>;

/** What a person must decide or answer. */
const forPeople = z.object({
  /** Rows that were set aside for the team, and the jobs that wait for the team. */
  rows: count,
  jobs: count,
  /** Jobs that wait for their customer's answer to a CAPTCHA or a one-time password. */
  challenges: count,
  approvals: count,
  messages: count,
});
export type ForPeople = z.infer<typeof forPeople>;

const money = z.object({
  /** Credits that are reserved for jobs, and the number of these jobs. */
  reserved: credits,
  reservedJobs: count,
  /** Payments that wait for a decision, because of the purchase or because of a refund. */
  decisions: count,
  purchases: count,
  refunds: count,
  /** What these decisions are about, in taka. */
  decisionsBdt: z.number(),
  /** bKash notifications that match no purchase and that nobody has dealt with, and their amounts in taka. */
  notices: count,
  noticesBdt: z.number(),
});
export type Money = z.infer<typeof money>;

const webhooks = z.object({
  failing: count,
  /** Deliveries given up since `failures.since`. */
  givenUp: count,
  /** The webhooks that have failed for the longest time. */
  longest: z.array(z.object({ id: z.uuid(), host: z.string(), customer: person, since: moment })),
});
export type FailingWebhooks = z.infer<typeof webhooks>;

/** What is left of the error budget of a service objective, over the last 30 days. */
const errorBudget = z.object({
  objective: z.enum(objectiveNames),
  share: z.number().describe('The share of events that must be good.'),
  events: count,
  bad: count,
  left: z
    .number()
    .nullable()
    .describe('1 is the whole budget, below 0 the objective is missed; null without any event.'),
});
export type ErrorBudget = z.infer<typeof errorBudget>;

/** The desk of a bank, in the fields of a portal. */
const deskNow = z.object({
  place: z.string().describe('Its name in calls about portals.'),
  nameEn: z.string(),
  nameBn: z.string(),
  ...portalBoardEntry.pick({ state: true, since: true, detail: true, jobs: true }).shape,
});
export type DeskNow = z.infer<typeof deskNow>;

export const overview = z.object({
  asOf: moment,
  portals: z.array(portalBoardEntry),
  /** The desks of the banks beyond the first, which is one of the portals. */
  desks: z.array(deskNow),
  /** Jobs of services that need no portal. */
  withoutPortal: jobsNow,
  browserUnsandboxedAt: optionalMoment,
  longestWaiting: z.array(waitingJob),
  money,
  forPeople,
  failures,
  webhooks,
  budgets: z.array(errorBudget),
});
export type Overview = z.infer<typeof overview>;
