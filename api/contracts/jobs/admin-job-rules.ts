/** The choices of administrators about jobs. Imports no schemas, so that pages need not load their library. */

export const stuckDecisions = ['retry', 'skip row', 'refund'] as const;

/**
 * Filters for special jobs: a member of the team must decide about them, their customer must answer a question of the
 * portal, or they hold a customer's credits.
 */
export const specialJobs = ['for_team', 'for_customer', 'holding_credits'] as const;
export type SpecialJob = (typeof specialJobs)[number];

export const practiceChoices = ['no', 'only'] as const;

/** The value of the portal filter for services without a portal. */
export const noPortal = 'none';

/** How many of the newest jobs that match the filters are counted in each state. */
export const adminJobsCountedMax = 10_000;
