/** Rows of the table of routes: who may make a call, and how its owner makes it. */

/** What one customer has; ids of it are in the calls below. */
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
  paymentId: string;
  attemptId: string;
  transactionId: string;
};
type Call = { path: string; json?: object; form?: Record<string, string | File> };

/** `verified` includes `signed in`; `development` routes exist on the one-machine stack only. */
type Access = 'public' | 'signed in' | 'verified' | 'admin' | 'development';
export type Row = {
  access: Access;
  /** The call as the owner of the belongings makes it. */
  call?: (mine: Belongings) => Call;
  /** The call names something that belongs to one customer: for all others it does not exist. */
  owned?: true;
  /** An administrator may make the call about everybody. */
  administered?: true;
};

const row =
  (access: Access) =>
  (call: (mine: Belongings) => Call): Row => ({ access, call });
/** The caller's own: for all others it does not exist. */
export const mine = (access: Access, call: (mine: Belongings) => Call): Row => ({
  ...row(access)(call),
  owned: true,
});
/** A customer's own, which an administrator may read. */
export const readable = (call: (mine: Belongings) => Call): Row => ({
  ...mine('verified', call),
  administered: true,
});
export const admins = row('admin');
