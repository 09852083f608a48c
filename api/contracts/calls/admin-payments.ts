/** Administrators' calls about payments, and about changes that need two administrators. */
import { z } from 'zod';
import {
  aloneLimitsBody,
  approvalPath,
  confirmApprovalBody,
  refuseApprovalBody,
} from '#contracts/accounts/approvals.ts';
import { auditQuery } from '#contracts/accounts/audit.ts';
import { openEndBody, openEndPath } from '#contracts/payments/payment-open-ends.ts';
import { adminPaymentsQuery, attemptIdPath, decideBody, refundBody } from '#contracts/payments/payments.ts';
import {
  listedRefund,
  unmatchedNotice,
  adminPaymentsAnswer,
  approvalsAnswer,
  auditAnswer,
} from './admin-answers.ts';
import { admin, admins, orWaiting } from './admin-call.ts';
import { confirmation, message, type CallTable } from './call.ts';

export const adminPaymentCalls = {
  'GET /api/admin/payments': admin('List the payments of all customers.', {
    ...admins,
    query: adminPaymentsQuery,
    answer: adminPaymentsAnswer,
  }),
  'GET /api/admin/payments/unmatched-notices': admin('List bKash notifications that match no payment.', {
    ...admins,
    answer: z.object({ notices: z.array(unmatchedNotice) }),
  }),
  'POST /api/admin/payments/:id/refund': admin('Refund a payment.', {
    ...admins,
    params: attemptIdPath,
    body: refundBody,
    idempotent: true,
    answer: orWaiting(confirmation.extend({ refundId: z.uuid(), creditsTaken: z.number() })),
  }),
  'GET /api/admin/payments/:id/bkash-refunds': admin('List the refunds that bKash reports for a payment.', {
    ...admins,
    params: attemptIdPath,
    answer: z.object({ refunds: z.array(listedRefund) }),
  }),
  'POST /api/admin/payments/:id/open-ends/:endId': admin(
    'Decide about a payment or refund that cannot be settled automatically.',
    {
      ...admins,
      params: openEndPath,
      body: openEndBody,
      answer: confirmation,
    },
  ),
  'POST /api/admin/payments/:id/decide': admin('Decide about a held payment.', {
    ...admins,
    params: attemptIdPath,
    body: decideBody,
    answer: orWaiting(confirmation),
  }),
} satisfies CallTable;

export const adminApprovalCalls = {
  'GET /api/admin/approvals': admin('List requests that need a second administrator.', {
    ...admins,
    answer: approvalsAnswer,
  }),
  'PUT /api/admin/approvals/limits': admin('Change what one administrator may do alone.', {
    ...admins,
    body: aloneLimitsBody,
    answer: orWaiting(message),
  }),
  'POST /api/admin/approvals/:id/confirm': admin('Confirm a request.', {
    ...admins,
    params: approvalPath,
    body: confirmApprovalBody,
    answer: message,
  }),
  'POST /api/admin/approvals/:id/refuse': admin('Refuse a request.', {
    ...admins,
    params: approvalPath,
    body: refuseApprovalBody,
    answer: message,
  }),
  'POST /api/admin/approvals/:id/withdraw': admin('Withdraw your own request.', {
    ...admins,
    params: approvalPath,
    answer: message,
  }),
  'GET /api/admin/audit': admin('List the changes by administrators.', {
    ...admins,
    query: auditQuery,
    answer: auditAnswer,
  }),
} satisfies CallTable;
