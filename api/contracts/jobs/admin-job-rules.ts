/** What administrators choose from about jobs. Apart from the schemas, so that pages need not load their library. */

export const stuckDecisions = ['retry', 'skip row', 'refund'] as const;
