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
  'GET /api/admin/payments': admin('Payments of all customers.', {
    ...admins,
    query: adminPaymentsQuery,
    answer: adminPaymentsAnswer,
  }),
  'GET /api/admin/payments/unmatched-notices': admin('Notices of bKash that fit no payment.', {
    ...admins,
    answer: z.object({ notices: z.array(unmatchedNotice) }),
  }),
  'POST /api/admin/payments/:id/refund': admin('Send a payment back.', {
    ...admins,
    params: attemptIdPath,
    body: refundBody,
    idempotent: true,
    answer: orWaiting(confirmation.extend({ refundId: z.uuid(), creditsTaken: z.number() })),
  }),
  'GET /api/admin/payments/:id/bkash-refunds': admin('The refunds that bKash lists.', {
    ...admins,
    params: attemptIdPath,
    answer: z.object({ refunds: z.array(listedRefund) }),
  }),
  'POST /api/admin/payments/:id/open-ends/:endId': admin('Decide about what the machine can not end.', {
    ...admins,
    params: openEndPath,
    body: openEndBody,
    answer: confirmation,
  }),
  'POST /api/admin/payments/:id/decide': admin('Decide about a held payment.', {
    ...admins,
    params: attemptIdPath,
    body: decideBody,
    answer: orWaiting(confirmation),
  }),
} satisfies CallTable;

export const adminApprovalCalls = {
  'GET /api/admin/approvals': admin('Requests that take two administrators.', {
    ...admins,
    answer: approvalsAnswer,
  }),
  'PUT /api/admin/approvals/limits': admin('What one administrator may do alone.', {
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
  'POST /api/admin/approvals/:id/withdraw': admin('Withdraw a request of one’s own.', {
    ...admins,
    params: approvalPath,
    answer: message,
  }),
  'GET /api/admin/audit': admin('What administrators have changed.', {
    ...admins,
    query: auditQuery,
    answer: auditAnswer,
  }),
} satisfies CallTable;
