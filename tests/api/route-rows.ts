/** Rows of the route matrix: who may make a call, and how its owner makes it. */
import type { Call } from '#contracts/calls/call.ts';

/** The data of one customer, whose ids the calls below use. */
export type Belongings = {
  userId: string;
  jobId: string;
  fileId: string;
  uploadId: string;
  zipUploadId: string;
  notificationId: string;
  /** A second sign-in, so that ending it leaves the first one. */
  sessionId: string;
  tokenId: string;
  webhookId: string;
  deliveryId: string;
  scheduleId: string;
  challengeId: string;
  pushId: string;
  keptLayoutId: string;
  savedViewId: string;
  paymentId: string;
  attemptId: string;
  transactionId: string;
};
/** A call as the owner of the belongings makes it. */
type Made = { path: string; json?: object; form?: Record<string, string | File> };
export type Sample = {
  call: (mine: Belongings) => Made;
  /** The call names a record of one customer: for all others it does not exist. */
  owned?: true;
};

/** `verified` includes `signed in`; `development` routes exist on the one-machine stack only. */
export type Access = Call['access'] | 'development';
export type Row = {
  access: Access;
  /** An administrator may make the call about any customer. */
  administered?: true;
  /** Present for all calls except those that are open to everybody. */
  call?: Sample['call'];
  owned?: true;
};

export const general = (call: Sample['call']): Sample => ({ call });
/** A call about the caller's own record, which does not exist for all others. */
export const mine = (call: Sample['call']): Sample => ({
  call,
  owned: true,
});
