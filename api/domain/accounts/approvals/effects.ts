/**
 * Acts that may require two administrators: how much each weighs, and how it is carried out, either at once or when a
 * second administrator has confirmed it. On confirmation everything is checked again in the transaction that closes
 * the request.
 */
import type { ApprovalKind } from '#contracts/accounts/approval-rules.ts';
import { credits, deletion, factorReset, user } from './account-effects.ts';
import { bankAddress } from './bank-effects.ts';
import type { Effect } from './contract.ts';
import { jobRefund } from './job-effects.ts';
import { heldPayment, paymentRefund } from './payment-effects.ts';
import { aloneLimit, settings } from './settings-effects.ts';

const effects: { [Kind in ApprovalKind]: Effect<Kind> } = {
  credits,
  user,
  deletion,
  factor_reset: factorReset,
  payment_refund: paymentRefund,
  job_refund: jobRefund,
  held_payment: heldPayment,
  limits: aloneLimit,
  settings,
  bank_address: bankAddress,
};

/** The table maps each kind to its own effect, which the compiler cannot infer through an index. */
export const effectOf = <Kind extends ApprovalKind>(kind: Kind): Effect<Kind> => effects[kind];
