/** Deletes an account: personal data is removed; the ledger and the payments are kept, as the law requires. */
import type { Deps } from '#api/deps.ts';
import { DomainError } from '#contracts/errors.ts';
import { noJson, type Transaction } from '#prisma/client.ts';
import { hasOpenPayment } from '#api/domain/payments/admin-payments.ts';
import type { Recipient } from '#api/domain/messaging/mails.ts';
import { sendMail } from '#api/domain/messaging/send-mail.ts';
import { accountDeletedMail } from './account-mails.ts';
import { lockedUser, requireActingAdmin } from './admin-rights.ts';
import { recordChange } from './audit.ts';
import { forgetLogins } from '#api/domain/jobs/filings/intent-keys.ts';
import { jobFolder } from '#api/domain/jobs/job-files.ts';
import { uploadKeys } from '#api/domain/jobs/uploads.ts';
import { deleteRivals } from './rival-registrations.ts';
import { removeSecondFactor } from './second-factor.ts';
import { removeAllPasskeys } from './secure-account.ts';
import { rememberTrial } from './trials.ts';

type DeletionDeps = Pick<Deps, 'db' | 'files' | 'vault' | 'logger' | 'clock'>;
type Deletion = {
  userId: string;
  /** The administrator who requested the deletion; null if the customer did. */
  by: { adminId: string; reason: string } | null;
};

/**
 * Deletes an account and its files. Throws while jobs run, or while a payment is open whose credits would have no
 * owner. All sessions end at once, and the email address can be registered again.
 */
export async function deleteAccount(deps: DeletionDeps, { userId, by }: Deletion): Promise<void> {
  const { stored } = await deps.db.$transaction((tx) => deleteAccountIn(tx, deps, { userId, by }));
  await removeFiles(deps, stored);
}

/** What is left to do once a deletion has committed: its files, and the address that the account had. */
type Deleted = { stored: StoredFiles; to: Recipient };

/** Notifies the holder of an account that an administrator has deleted, and removes its files. */
export async function finishDeletion(
  deps: DeletionDeps & Pick<Deps, 'mailer'>,
  { stored, to }: Deleted,
): Promise<void> {
  void sendMail(deps, to, accountDeletedMail);
  await removeFiles(deps, stored);
}

/** Deletes the account in the caller's transaction. Returns what is left to do once it has committed. */
export async function deleteAccountIn(
  tx: Transaction,
  deps: DeletionDeps,
  { userId, by }: Deletion,
): Promise<Deleted> {
  const now = deps.clock();
  if (by) await requireActingAdmin(tx, by.adminId, userId);
  const user = await lockedUser(tx, userId);
  // An administrator cannot delete their own account, so at least one administrator always remains.
  if (!by && user.isAdmin) throw new DomainError('ADMIN_KEEPS_ACCOUNT');
  await refuseWhileBusy(tx, userId);
  const stored = await storedFilesOf(tx, userId);
  await rememberTrial(tx, deps.vault, user);
  await forgetLogins(tx, deps.vault, userId);
  await wipe(tx, userId, now);
  if (by) {
    await recordChange(tx, {
      ...by,
      action: 'user deleted',
      subject: `user/${userId}`,
      before: { status: user.status, isAdmin: user.isAdmin, memberSince: user.createdAt.toISOString() },
      after: null,
    });
  }
  return { stored, to: { email: user.email, language: user.language } };
}

async function refuseWhileBusy(tx: Transaction, userId: string): Promise<void> {
  const running = await tx.job.count({ where: { userId, finishedAt: null } });
  if (running > 0) throw new DomainError('JOBS_RUNNING', { details: { runningJobs: running } });
  if (await hasOpenPayment(tx, userId)) throw new DomainError('PAYMENT_UNDER_WAY');
}

type StoredFiles = { keys: string[]; folders: string[] };

async function storedFilesOf(tx: Transaction, userId: string): Promise<StoredFiles> {
  const uploads = await tx.upload.findMany({
    where: { userId, deletedAt: null },
    select: { id: true },
  });
  const schedules = await tx.jobSchedule.findMany({ where: { userId }, select: { fileKey: true } });
  const jobs = await tx.job.findMany({ where: { userId, filesDeletedAt: null }, select: { id: true } });
  return {
    keys: [...uploads.flatMap(uploadKeys), ...schedules.map(({ fileKey }) => fileKey)],
    folders: jobs.map(({ id }) => jobFolder(id)),
  };
}

/**
 * Removes everything that identifies a person or a company. Kept are the ledger; the payments with the buyer on their
 * receipts, until they are anonymized like all payments; jobs as bare figures, because the ledger refers to them; and intents without the login, because otherwise another account could
 * file the same document a second time.
 */
async function wipe(tx: Transaction, userId: string, now: Date): Promise<void> {
  const where = { userId };
  const ofJobs = { job: where };
  // With their sessions, the browsers that notifications are pushed to.
  await tx.session.deleteMany({ where });
  await tx.account.deleteMany({ where });
  await removeSecondFactor(tx, userId);
  await removeAllPasskeys(tx, userId);
  await tx.knownDevice.deleteMany({ where });
  await tx.columnMapping.deleteMany({ where });
  await tx.keptTableLayout.deleteMany({ where });
  await tx.savedView.deleteMany({ where });
  await deleteRivals(tx, userId);
  // Open links for choosing a new password.
  await tx.verification.deleteMany({ where: { value: userId } });
  // Without the data key, everything it sealed is unreadable, also in backups of these tables.
  await tx.dataKey.deleteMany({ where });
  await tx.portalCredential.deleteMany({ where });
  await tx.portalReference.deleteMany({ where });
  await tx.credentialDraft.deleteMany({ where });
  await tx.mailboxConsent.deleteMany({ where });
  await tx.notification.deleteMany({ where });
  await tx.noticeDelivery.deleteMany({ where });
  await tx.apiToken.deleteMany({ where });
  await tx.webhook.deleteMany({ where });
  await tx.jobSchedule.deleteMany({ where });
  await tx.jobChallenge.deleteMany({ where });
  await tx.jobRow.deleteMany({ where: ofJobs });
  await tx.jobEvent.deleteMany({ where: ofJobs });
  await forgetRequestedNames(tx, userId);
  await tx.upload.updateMany({
    where,
    data: { fileName: '', documentsName: null, columns: noJson, edits: noJson },
  });
  // If the process dies here, housekeeping deletes the remaining files.
  await tx.job.updateMany({
    where,
    data: { fileName: '', errorMessage: noJson, headers: [], columns: noJson, expiresAt: now },
  });
  await tx.user.update({
    where: { id: userId },
    data: { ...nobody, email: freedAddress(userId), deletedAt: now },
  });
}

/** Removes the name, company and number that administrators asked each other to give the account. */
async function forgetRequestedNames(tx: Transaction, userId: string): Promise<void> {
  await tx.$executeRaw`
    UPDATE approval_requests SET wish = wish #- '{wish,name}' #- '{wish,company}' #- '{wish,mobile}'
    WHERE subject = ${`user/${userId}`} AND wish ->> 'kind' = 'user'`;
}

/** Placeholder values. The status is `suspended`, so that code which still checks it refuses the account. */
const nobody = {
  name: 'Deleted user',
  company: '',
  mobile: '',
  image: null,
  emailVerified: false,
  isAdmin: false,
  status: 'suspended',
  lastActivity: null,
  lowCreditThreshold: null,
  language: null,
  theme: null,
  mailOnCompletion: false,
  mailOnQuestion: false,
  mailOnPortalBack: false,
};

/** Returns an address that receives no mail and that no other account can have. */
const freedAddress = (userId: string): string => `${userId.toLowerCase()}@deleted.invalid`;

/** Deletes stored files. A failure is only logged, because housekeeping deletes what is left. */
async function removeFiles({ files, logger }: DeletionDeps, { keys, folders }: StoredFiles): Promise<void> {
  try {
    for (const key of keys) await files.delete(key);
    for (const folder of folders) await files.deleteAll(folder);
  } catch (error) {
    logger.error({ err: error }, 'files of a deleted account are left for the housekeeping');
  }
}
