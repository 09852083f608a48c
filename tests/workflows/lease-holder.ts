/**
 * A test workflow that takes a portal lease as jobs do and keeps it until it is asked to leave, exported with the
 * credential test that it meets there.
 */
import { condition, defineQuery, defineSignal, setHandler } from '@temporalio/workflow';
import type { LeaseRequest } from '../../workflows/messages.ts';
import { portalLease } from '../../workflows/portal-lease.ts';

export { credentialTest } from '../../workflows/credential-test.ts';

const leaveSignal = defineSignal('leave');
const isInsideQuery = defineQuery<boolean>('isInside');

export async function leaseHolder(input: LeaseRequest): Promise<void> {
  const lease = portalLease(input);
  let leaves = false;
  setHandler(isInsideQuery, lease.isHeld);
  setHandler(leaveSignal, () => {
    leaves = true;
  });
  while (!lease.isHeld()) {
    const { granted, askAgainMs } = await lease.request();
    if (!granted) await lease.wait(askAgainMs);
  }
  // A server that skips time finds a next timer here; without one it would skip to the workflow's own end.
  while (!(await condition(() => leaves, '1 hour')));
  await lease.release();
}
