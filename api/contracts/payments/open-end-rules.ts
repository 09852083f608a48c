/** Kinds of unresolved payment problems, and the decisions that a person may make about each. */

/**
 * `held`: bKash reported figures other than agreed. `payment_unknown`: bKash has not reported the outcome of an
 * execute. `refund_unknown`: the same for a refund. `send_back`: a payment that must be returned was not.
 * `refund_twin`: bKash lists a refund that none of our refunds accounts for.
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

/** A held payment has its own calls, and a payment that must be returned is refunded again by hand. */
export const openEndDecisions: Record<OpenEndKind, readonly OpenEndDecision[]> = {
  held: [],
  payment_unknown: ['look', 'close'],
  refund_unknown: ['made', 'not_made'],
  send_back: ['close'],
  refund_twin: ['count', 'close'],
};
