/** Kinds of open ends of payments, and what a person may decide about each. */

/**
 * `held`: bKash told other figures than agreed. `payment_unknown`: bKash has not said what became of an execute.
 * `refund_unknown`: of a refund. `send_back`: a payment that must go back did not. `refund_twin`: bKash lists a refund
 * that no refund of ours accounts for.
 */
export const openEndKinds = [
  'held',
  'payment_unknown',
  'refund_unknown',
  'send_back',
  'refund_twin',
] as const;
export type OpenEndKind = (typeof openEndKinds)[number];

export const openEndDecisionNames = ['look', 'close', 'made', 'not_made', 'count'] as const;
export type OpenEndDecision = (typeof openEndDecisionNames)[number];

/** A held payment has calls of its own, and one that must go back is refunded anew by hand. */
export const openEndDecisions: Record<OpenEndKind, readonly OpenEndDecision[]> = {
  held: [],
  payment_unknown: ['look', 'close'],
  refund_unknown: ['made', 'not_made'],
  send_back: ['close'],
  refund_twin: ['count', 'close'],
};
