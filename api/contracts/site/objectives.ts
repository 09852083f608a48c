/**
 * Service objectives: what customers may expect of the platform, as shares of counted events. `npm run index` writes
 * their Prometheus rules (ops/objectives.yml).
 */

/** Parts of the names of metrics and alerts. */
export const objectiveNames = ['starts', 'rows', 'filings', 'payments'] as const;
export type ObjectiveName = (typeof objectiveNames)[number];

export type Objective = {
  name: ObjectiveName;
  /** What is promised, and what an operator does about it. */
  promise: string;
  /** The share of events that must be good. The rest is the error budget. */
  share: number;
  /** Counters: the good events, and all of them. */
  good: string;
  total: string;
};

/** The time over which the share is counted. Prometheus keeps its samples for longer (docker-compose.yml). */
export const OBJECTIVE_DAYS = 30;

/** Bounds of the histograms that the objectives read. */
export const objectiveBounds = { startS: 1, rowS: 120 } as const;

/** The request that starts a job. */
export const startRequest = { method: 'POST', route: '/api/process-automation' } as const;

const starts = `process="api",method="${startRequest.method}",route="${startRequest.route}"`;

export const objectives: readonly Objective[] = [
  {
    name: 'starts',
    promise: 'Of a hundred jobs, 99 are started within a second. Look at the API, the database and Temporal.',
    share: 0.99,
    good: `chalan_request_seconds_bucket{${starts},status!~"5..",le="${objectiveBounds.startS}"}`,
    total: `chalan_request_seconds_count{${starts}}`,
  },
  {
    name: 'rows',
    promise:
      'Of a hundred rows, 95 have ended two minutes after a worker began them. Administration, System, Portals says which portal is slow.',
    share: 0.95,
    good: `chalan_row_seconds_bucket{le="${objectiveBounds.rowS}"}`,
    total: 'chalan_row_seconds_count',
  },
  {
    name: 'filings',
    promise:
      'Of a thousand filings, 999 are answered, so that nobody has to look them up. Administration, System, Portals says which portal loses answers.',
    share: 0.999,
    good: 'chalan_filings_total{result="known"}',
    total: 'chalan_filings_total',
  },
  {
    name: 'payments',
    promise:
      'Of a thousand payments, bKash says of 995 at once whether they were made. Administration, System, Payments lists the others.',
    share: 0.995,
    good: 'chalan_payments_total{result="known"}',
    total: 'chalan_payments_total',
  },
];
