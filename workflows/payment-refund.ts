/** One refund at bKash, asked for once: where the answer is lost, bKash's own list says whether it was made. */
import { isCancellation, proxyActivities, proxyLocalActivities, sleep } from '@temporalio/workflow';
import type { Activities } from '#activities/index.ts';
import type { RefundView } from '#api/domain/refund-steps.ts';
import * as policies from './policies.ts';
import type { PaymentRefundInput } from './purchase-messages.ts';
import { checksAfterLoss, checksAfterOpening } from './purchase-timetable.ts';

const { readRefund, markRefundUnknown, failRefund, reportRefund } = proxyLocalActivities<Activities>(
  policies.database,
);
const { sendRefund } = proxyActivities<Activities>(policies.bkashOnce);
const { lookForRefund } = proxyActivities<Activities>(policies.bkashQuestion);

/** A list without the refund counts only so long after it was sent: it may still be under way. */
const RESEND_AFTER_MINUTES = 5;

export async function paymentRefund(input: PaymentRefundInput): Promise<void> {
  const { refundId } = input;
  let view = await readRefund({ refundId });
  // Whether an earlier run has sent it a second time is not known, so that this one does not.
  const isFirstRun = !view.sent;
  if (view.state === 'pending' && !view.sent) view = await sendUntilSent(input);
  if (view.state === 'pending' && view.sent) view = await markRefundUnknown({ refundId });
  if (view.state === 'unknown') view = await lookUntilFound(input, isFirstRun);
  if (view.state === 'unknown') await reportRefund({ refundId });
}

/** As long as bKash can't be reached nothing was sent, and it is tried again by the timetable; then it is given up. */
async function sendUntilSent({ refundId, minuteMs }: PaymentRefundInput): Promise<RefundView> {
  let view = await send(refundId, false);
  for (const at of checksAfterOpening(Date.now(), minuteMs)) {
    if (view.state !== 'pending' || view.sent) return view;
    await sleep(Math.max(1, at - Date.now()));
    view = await send(refundId, false);
  }
  if (view.state !== 'pending' || view.sent) return view;
  return failRefund({ refundId, message: 'bKash could not be reached.' });
}

/** Looks by the timetable. Sent once more only where bKash's list was whole and without it for minutes. */
async function lookUntilFound(
  { refundId, minuteMs }: PaymentRefundInput,
  mayResend: boolean,
): Promise<RefundView> {
  const lostAtMs = Date.now();
  const resendAtMs = lostAtMs + RESEND_AFTER_MINUTES * minuteMs;
  let resent = !mayResend;
  let view = await readRefund({ refundId });
  for (const at of [...checksAfterLoss(lostAtMs, minuteMs), ...checksAfterOpening(lostAtMs, minuteMs)]) {
    await sleep(Math.max(1, at - Date.now()));
    const look = await lookForRefund({ refundId });
    view = look.view;
    if (view.state !== 'unknown') return view;
    if (!look.clean || resent || Date.now() < resendAtMs) continue;
    resent = true;
    view = await send(refundId, true);
    if (view.state !== 'unknown') return view;
  }
  return view;
}

/** A send whose end nobody saw may have been made. */
async function send(refundId: string, again: boolean): Promise<RefundView> {
  try {
    return await sendRefund({ refundId, again });
  } catch (failure) {
    if (isCancellation(failure)) throw failure;
    return markRefundUnknown({ refundId });
  }
}
