/** Responds to a call that takes effect only after a second administrator has confirmed it. */
import type { Context } from 'hono';
import type { Waiting } from '#api/domain/accounts/approvals.ts';
import type { WaitingForSecond } from '#contracts/calls/accounts-answers.ts';

/** Returns status 202 with the id and the expiry of the approval request. */
export function waitingAnswer(c: Context, { id, expiresAt }: Waiting) {
  const answer: { success: true } & WaitingForSecond = {
    success: true,
    message: 'Nothing is changed yet: another administrator has to confirm this within 24 hours.',
    approval: { id, expiresAt: expiresAt.toISOString() },
  };
  return c.json(answer, 202);
}
