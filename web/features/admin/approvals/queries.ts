/**
 * Provides the calls about requests that a second administrator confirms, and the message after an action became such a
 * request.
 */
import { queryOptions } from '@tanstack/react-query';
import type { OwnerProof } from '#contracts/accounts/account.ts';
import type { AloneLimits, WaitingForSecond } from '#contracts/calls/accounts-answers.ts';
import { call } from '#web/lib/client.ts';
import { wordsNow } from '#web/lib/words.ts';
import type { Message } from '#contracts/messages/message.ts';
import { saidNow } from '#web/lib/said.ts';
import { notify } from '#web/ui/notify.ts';
import { approvalWords } from './words.ts';

/** Other administrators can decide while the list is open. */
const approvalsPollMs = 30_000;

export const approvalsQuery = queryOptions({
  queryKey: ['admin', 'approvals'],
  queryFn: ({ signal }) => call('GET /api/admin/approvals', { signal }),
  refetchInterval: approvalsPollMs,
});

export const confirmApproval = (id: string, proof: OwnerProof) =>
  call('POST /api/admin/approvals/:id/confirm', { params: { id }, body: proof });
export const refuseApproval = (id: string, reason: string) =>
  call('POST /api/admin/approvals/:id/refuse', { params: { id }, body: { reason } });
export const withdrawApproval = (id: string) =>
  call('POST /api/admin/approvals/:id/withdraw', { params: { id } });
export const saveAloneLimits = (limits: AloneLimits & { reason: string }) =>
  call('PUT /api/admin/approvals/limits', { body: limits });

const isWaiting = (answer: unknown): answer is WaitingForSecond =>
  typeof answer === 'object' && answer !== null && 'approval' in answer;

/** Shows the server's confirmation of an action, or says that it still waits for a second administrator. */
export const notifyAnswer = (answer: { message: string; messageData?: Message }): void =>
  notifyDone(answer, saidNow(answer.message, answer.messageData ?? null));

/** Shows the success message of an action, or says that it still waits for a second administrator. */
export function notifyDone(answer: unknown, success: string | null): void {
  if (isWaiting(answer)) notify('info', wordsNow(approvalWords).waits);
  else if (success !== null) notify('success', success);
}
