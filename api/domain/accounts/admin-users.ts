/**
 * Administrators' actions on users: list, change, verify manually, add and deduct credits. Each change has its audit
 * entry.
 */
import { randomUUID } from 'node:crypto';
import { quote } from '#contracts/messages/message.ts';
import type { Deps } from '#api/deps.ts';
import type { UpdateUserBody, UsersQuery } from '#contracts/accounts/admin-users.ts';
import type { UsersAnswer } from '#contracts/calls/accounts-answers.ts';
import { creditsFromHundredths, hundredthsFromCredits } from '#contracts/credits/credits.ts';
import { bengaliDigits, plainDigits } from '#contracts/digits.ts';
import { DomainError } from '#contracts/errors.ts';
import { accountMessages } from '#contracts/accounts/messages.ts';
import { creditMessages } from '#contracts/credits/messages.ts';
import type { AdjustCreditsBody } from '#contracts/accounts/users.ts';
import { refusal } from '#contracts/messages/refusal.ts';
import type { Database, Transaction } from '#prisma/client.ts';
import { Prisma, type User as StoredUser } from '#prisma/generated/client.ts';
import { userViews } from './accounts.ts';
import { hasFactor, hasFactorSql } from './admin-factor.ts';
import { lockedUser, requireActingAdmin, requireStillAdmin } from './admin-rights.ts';
import { recordChange, withPersonalFieldsNamed, withoutPersonalValues } from './audit.ts';
import { withStatementLimit } from '#api/domain/bounded-query.ts';
import { markStopped, signalStopped, type StoppedJob } from '#api/domain/jobs/job-stop.ts';
import { notifyOfAdjustment } from '#api/domain/credits/credit-alerts.ts';
import { adjustCredits, lockedBalance } from '#api/domain/credits/ledger.ts';
import { contains, likePattern } from '#api/domain/like-pattern.ts';
import { mailTo } from '#api/domain/messaging/mails.ts';
import { sendMailToUser } from '#api/domain/messaging/send-mail.ts';
import { accountActivatedMail, accountSuspendedMail } from './account-mails.ts';
import { newAdministratorMail } from './admin-mails.ts';
import { notifyOfSuspension } from './approval-notices.ts';
import { isContested } from './rival-registrations.ts';
import { closeOtherWays, notifyOfClosedWays, type ClosedWays } from './secure-account.ts';
import { grantTrialIn } from './trials.ts';

const LIST_STATEMENT_MS_MAX = 5_000;

/** Lists users, newest first, without deleted ones. */
export function listUsers(db: Database, query: UsersQuery): Promise<UsersAnswer> {
  const where = Prisma.join(filtersOf(query), ' AND ');
  return withStatementLimit(db, LIST_STATEMENT_MS_MAX, async (tx) => {
    const page = await tx.$queryRaw<{ id: string; hasSecondFactor: boolean }[]>`
      SELECT u.id, ${hasFactorSql} AS "hasSecondFactor" FROM users u WHERE ${where}
      ORDER BY u.created_at DESC, u.id LIMIT ${query.limit}::integer OFFSET ${query.offset}::integer`;
    const [count] = await tx.$queryRaw<{ users: bigint }[]>`
      SELECT count(*) AS users FROM users u WHERE ${where}`;
    const users = await userViews(
      tx,
      page.map(({ id }) => id),
    );
    const withFactor = new Set(page.flatMap(({ id, hasSecondFactor }) => (hasSecondFactor ? [id] : [])));
    return {
      users: users.map((user) => ({ ...user, hasSecondFactor: withFactor.has(user.id) })),
      totalCount: Number(count?.users ?? 0n),
    };
  });
}

function filtersOf({ search, status, verification }: UsersQuery): Prisma.Sql[] {
  return [
    Prisma.sql`u.deleted_at IS NULL`,
    ...(status ? [Prisma.sql`u.status = ${status}`] : []),
    ...(verification ? [Prisma.sql`u.email_verified = ${verification === 'verified'}`] : []),
    ...(search ? [searchFilter(search)] : []),
  ];
}

/** Finds mobile numbers in any notation and in the digits of both languages: 01711000000 finds +৮৮০ ১৭১১-০০০০০০. */
function searchFilter(search: string): Prisma.Sql {
  const pattern = likePattern(search);
  const digits = plainDigits(search).replaceAll(/[\s+()-]/g, '');
  const mobile = /^\d{4,}$/.test(digits)
    ? Prisma.sql`OR regexp_replace(translate(u.mobile, ${bengaliDigits}, '0123456789'), '[^0-9]', '', 'g')
        LIKE ${`%${digits}%`}`
    : Prisma.empty;
  return Prisma.sql`(${contains(Prisma.sql`u.name`, search)} OR ${contains(Prisma.sql`u.company`, search)}
    OR u.email ILIKE ${pattern} OR u.mobile ILIKE ${pattern} ${mobile})`;
}

type Step = { adminId: string; reason: string };
export type UserChangeRequest = Pick<
  UpdateUserBody,
  'name' | 'company' | 'mobile' | 'status' | 'credits' | 'seenCredits'
> & { isAdmin?: boolean | undefined };

type NotifyDeps = Pick<Deps, 'db' | 'env' | 'workflows' | 'logger' | 'mailer'>;
/**
 * `stopped`: jobs of a user who was suspended. `closed`: access closed for a user whose rights changed, and who can open
 * it again.
 */
export type UserChangeEffects = {
  stopped: StoppedJob[];
  closed: ClosedWays | null;
  isNewAdmin: boolean;
  newStatus: 'suspended' | 'administrator suspended' | 'active' | null;
};
const noEffects: UserChangeEffects = { stopped: [], closed: null, isNewAdmin: false, newStatus: null };
type ChangedUser = { userId: string; effects: UserChangeEffects };

/** Notifies the workflows of stopped jobs, and the users. Call after the transaction. */
export async function announceUserChanges(
  deps: NotifyDeps,
  changed: ChangedUser[],
  step: Step,
): Promise<void> {
  for (const { userId, effects } of changed) {
    await signalStopped(deps, effects.stopped);
    if (effects.closed) notifyOfClosedWays(deps, userId, effects.closed);
    if (effects.isNewAdmin) notifyNewAdministrator(deps, userId);
    if (effects.newStatus === 'administrator suspended') await notifyOfSuspension(deps, { userId, ...step });
  }
  void mailStatuses(deps, changed);
}

/** Sends one mail after the other, because mail servers refuse many connections at the same time. */
async function mailStatuses(deps: NotifyDeps, changed: ChangedUser[]): Promise<void> {
  for (const { userId, effects } of changed) {
    if (effects.newStatus === 'suspended') await sendMailToUser(deps, userId, accountSuspendedMail);
    if (effects.newStatus === 'active') await sendMailToUser(deps, userId, accountActivatedMail);
  }
}

function notifyNewAdministrator({ db, mailer, logger }: NotifyDeps, userId: string): void {
  Promise.all([db.user.findUniqueOrThrow({ where: { id: userId } }), hasFactor(db, userId)])
    .then(([to, has]) => mailer.send(mailTo(to, newAdministratorMail({ hasFactor: has }))))
    .catch((error: unknown) => logger.error({ err: error, userId }, 'mail not sent'));
}

type Values = Record<string, string | number | boolean>;

/**
 * Applies a change request. The transaction holds locks on the administrators and the user. Values that equal the
 * stored ones change nothing. The caller passes the effects to `announceUserChanges` after the transaction.
 */
export async function applyUserChange(
  tx: Transaction,
  user: StoredUser,
  change: UserChangeRequest,
  step: Step,
): Promise<UserChangeEffects> {
  const before = valuesOf(user);
  const after: Values = { ...before, ...given(change) };
  const changed = Object.keys(after).filter((field) => after[field] !== before[field]);
  const rights = changed.filter((field) => field === 'status' || field === 'isAdmin');
  if (rights.length > 0) await requireActingAdmin(tx, step.adminId, user.id);
  const balance = await setBalance(tx, user, change, step);
  if (changed.length === 0 && !balance) return noEffects;
  await tx.user.update({ where: { id: user.id }, data: picked(after, changed) });
  // Changed rights take effect at once: access opened under the old ones is closed.
  const closed = rights.length > 0 ? await endAccess(tx, user.id) : null;
  await recordChange(tx, {
    ...step,
    action: actionOf(changed, after, balance !== null),
    subject: `user/${user.id}`,
    before: withoutPersonalValues({
      ...picked(before, changed),
      ...(balance ? { credits: balance.before } : {}),
    }),
    after: withPersonalFieldsNamed({
      ...picked(after, changed),
      ...(balance ? { credits: balance.after } : {}),
    }),
  });
  const effects = {
    ...noEffects,
    closed,
    isNewAdmin: !user.isAdmin && after['isAdmin'] === true,
    newStatus: changed.includes('status') ? announcedStatus(user, after) : null,
  };
  if (after['status'] !== 'suspended') return effects;
  const stop = { by: step.adminId, reason: accountMessages.suspended(), now: new Date() };
  return { ...effects, closed: null, stopped: await markStopped(tx, { userId: user.id }, stop) };
}

function announcedStatus({ isAdmin }: StoredUser, after: Values): UserChangeEffects['newStatus'] {
  if (after['status'] !== 'suspended') return 'active';
  return isAdmin ? 'administrator suspended' : 'suspended';
}

async function endAccess(tx: Transaction, userId: string): Promise<ClosedWays> {
  await tx.session.deleteMany({ where: { userId } });
  return closeOtherWays(tx, userId, new Date());
}

const valuesOf = ({ name, company, mobile, status, isAdmin }: StoredUser): Values => ({
  name,
  company,
  mobile,
  status,
  isAdmin,
});

function given({ name, company, mobile, status, isAdmin }: UserChangeRequest): Values {
  const requested = Object.entries({ name, company, mobile, status, isAdmin });
  return Object.fromEntries(
    requested.flatMap(([field, value]) => (value === undefined ? [] : [[field, value] as const])),
  );
}

const picked = (values: Values, fields: string[]): Values =>
  Object.fromEntries(Object.entries(values).filter(([field]) => fields.includes(field)));

function actionOf(changed: string[], after: Values, isBalance: boolean): string {
  if (changed.length === 1 && !isBalance && changed[0] === 'status')
    return after['status'] === 'suspended' ? 'user suspended' : 'user activated';
  return changed.length === 0 ? 'credits changed' : 'user changed';
}

/** Transfers the difference through the ledger. Returns null if the balance is already as requested. */
async function setBalance(
  tx: Transaction,
  user: StoredUser,
  { credits, seenCredits, status, isAdmin = user.isAdmin }: UserChangeRequest,
  step: Step,
): Promise<{ before: number; after: number } | null> {
  if (credits === undefined) return null;
  const { adminId } = step;
  // The reason for a suspension is not shown to the user (account-mails.ts).
  const reason = status === undefined || status === user.status ? step.reason : '';
  if (isAdmin) throw refusal('INVALID_INPUT', accountMessages.administratorUnlimited());
  const hundredths = await lockedBalanceAsSeen(tx, user.id, seenCredits);
  const difference = BigInt(hundredthsFromCredits(credits)) - hundredths;
  if (difference === 0n) return null;
  const operation = difference > 0n ? 'add' : 'deduct';
  const key = `${adminId}:${randomUUID()}`;
  const { newBalanceHundredths } = await adjustCredits(tx, {
    userId: user.id,
    operation,
    amountHundredths: difference > 0n ? difference : -difference,
    key,
    actorId: adminId,
    description: reason ? quote(reason) : defaultDescriptions[operation],
  });
  const balances = { beforeHundredths: hundredths, afterHundredths: newBalanceHundredths };
  await notifyOfAdjustment(tx, { key, userId: user.id, ...balances, reason });
  return { before: creditsFromHundredths(hundredths), after: credits };
}

/** Returns the locked balance. Throws BALANCE_CHANGED if it is not the one that the administrator saw. */
export async function lockedBalanceAsSeen(
  tx: Transaction,
  userId: string,
  seenCredits: number | undefined,
): Promise<bigint> {
  const hundredths = await lockedBalance(tx, userId);
  const credits = creditsFromHundredths(hundredths);
  if (seenCredits !== undefined && seenCredits !== credits)
    throw new DomainError('BALANCE_CHANGED', { details: { credits } });
  return hundredths;
}

const defaultDescriptions = {
  add: creditMessages.added(),
  deduct: creditMessages.deducted(),
};

/**
 * Adds or deducts credits manually. A key belongs to one administrator, so that nobody accidentally repeats
 * another's.
 */
export async function adjustUserCredits(
  tx: Transaction,
  given: AdjustCreditsBody & { userId: string; actorId: string; key: string },
): Promise<{ newBalanceHundredths: bigint }> {
  const { userId, actorId, operation, credits, reason = '' } = given;
  const key = `${actorId}:${given.key}`;
  await requireStillAdmin(tx, actorId);
  const user = await tx.user.findUnique({ where: { id: userId, deletedAt: null }, select: { id: true } });
  if (!user) throw new DomainError('NOT_FOUND');
  const before = await lockedBalance(tx, userId);
  const isRepeated = (await tx.ledgerTransfer.count({ where: { key: `adjust:${key}` } })) > 0;
  const changed = await adjustCredits(tx, {
    userId,
    actorId,
    operation,
    amountHundredths: BigInt(hundredthsFromCredits(credits)),
    key,
    description: reason ? quote(reason) : defaultDescriptions[operation],
  });
  if (!isRepeated) {
    await recordChange(tx, {
      adminId: actorId,
      action: 'credits changed',
      subject: `user/${userId}`,
      before: { credits: creditsFromHundredths(before) },
      after: { credits: creditsFromHundredths(changed.newBalanceHundredths) },
      reason,
    });
    const balances = { beforeHundredths: before, afterHundredths: changed.newBalanceHundredths };
    await notifyOfAdjustment(tx, { key, userId, ...balances, reason });
  }
  return changed;
}

/** Verifies the address as if the user had opened the link. Does nothing for a user who is already verified. */
export function verifyByHand(
  { db, vault }: Pick<Deps, 'db' | 'vault'>,
  userId: string,
  step: Step,
): Promise<void> {
  return db.$transaction(async (tx) => {
    await requireStillAdmin(tx, step.adminId);
    const user = await lockedUser(tx, userId);
    if (user.emailVerified) return;
    if (await isContested(tx, userId)) throw new DomainError('ADDRESS_CONTESTED');
    await tx.user.update({ where: { id: userId }, data: { emailVerified: true } });
    await grantTrialIn(tx, vault, user);
    await recordChange(tx, {
      ...step,
      action: 'email verified',
      subject: `user/${userId}`,
      before: { emailVerified: false },
      after: { emailVerified: true },
    });
  });
}
