/** A workflow for tests that takes a slot on a portal as jobs do and stays until it is told to leave; and whom it meets there. */
import { condition, defineQuery, defineSignal, setHandler } from '@temporalio/workflow';
import { portalSlot } from '../../workflows/slot.ts';

export { credentialTest } from '../../workflows/credential-test.ts';
export { portalGate } from '../../workflows/portal-gate.ts';

const leaveSignal = defineSignal('leave');
const isInsideQuery = defineQuery<boolean>('isInside');

export async function visitor(input: { portal: string; userId: string }): Promise<void> {
  const slot = portalSlot(input.portal, input.userId);
  let leaves = false;
  setHandler(isInsideQuery, slot.isHeld);
  setHandler(leaveSignal, () => {
    leaves = true;
  });
  await slot.request();
  await slot.wait(() => leaves);
  await condition(() => leaves);
  await slot.release();
}
