/** Calls of administrators about requests that a second one confirms, and the message where a step became one. */
import { queryOptions } from '@tanstack/react-query';
import type { OwnerProof } from '#contracts/account.ts';
import type { AloneLimits, ApprovalsAnswer, WaitingForSecond } from '#contracts/approvals.ts';
import { api, part } from '../../api/client.ts';
import { wordsNow } from '../../lib/words.ts';
import { notify } from '../../ui/notify.ts';
import { approvalWords } from './approvals-words.ts';

/** Others decide while the list is open. */
const approvalsPollMs = 30_000;

const place = '/api/admin/approvals';
export const approvalsQuery = queryOptions({
  queryKey: ['admin', 'approvals'],
  queryFn: ({ signal }) => api.get<ApprovalsAnswer>(place, signal),
  refetchInterval: approvalsPollMs,
});

export const confirmApproval = (id: string, proof: OwnerProof) =>
  api.post(`${place}/${part(id)}/confirm`, proof);
export const refuseApproval = (id: string, reason: string) =>
  api.post(`${place}/${part(id)}/refuse`, { reason });
export const withdrawApproval = (id: string) => api.post(`${place}/${part(id)}/withdraw`);
export const saveAloneLimits = (limits: AloneLimits & { reason: string }) =>
  api.put<unknown>(`${place}/limits`, limits);

const isWaiting = (answer: unknown): answer is WaitingForSecond =>
  typeof answer === 'object' && answer !== null && 'approval' in answer;

/** Says what a step did; or that nothing is done yet, where it waits for a second administrator. */
export function notifyDone(answer: unknown, success: string | null): void {
  if (isWaiting(answer)) notify('info', wordsNow(approvalWords).waits);
  else if (success !== null) notify('success', success);
}
