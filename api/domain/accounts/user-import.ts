/**
 * Exports users to a file and imports their editable fields again, after a preview that is applied exactly as shown.
 */
import { createHash, randomUUID } from 'node:crypto';
import type { Deps } from '#api/deps.ts';
import {
  exportUsersMax,
  importChangesMax,
  importFields,
  type FieldValue,
  type ImportedUser,
  type ImportField,
} from '#contracts/accounts/admin-users.ts';
import type { ImportPlan, User, UsersExport } from '#contracts/calls/accounts-answers.ts';
import { hundredthsFromCredits } from '#contracts/credits/credits.ts';
import { accountMessages } from '#contracts/accounts/messages.ts';
import { DomainError } from '#contracts/errors.ts';
import { refusal } from '#contracts/messages/refusal.ts';
import type { Database, DatabaseOrTransaction, Transaction } from '#prisma/client.ts';
import { userViews } from './accounts.ts';
import { lockedUser, requireStillAdmin } from './admin-rights.ts';
import {
  applyUserChange,
  announceUserChanges,
  type UserChangeRequest,
  type UserChangeEffects,
} from './admin-users.ts';
import { needsSecond, type Weight } from './alone-limits.ts';
import { recordChange } from './audit.ts';

/** Number of users read at once: a list of ids needs one parameter each. */
const USERS_PER_READ = 1_000;

/**
 * Returns the first users by age, and how many there are in all, and records the export in the audit log.
 *
 * @param usersMax number of users that one export can hold
 */
export async function exportUsers(
  db: Database,
  adminId: string,
  usersMax: number = exportUsersMax,
): Promise<Omit<UsersExport, 'exportedAt'>> {
  const found = await db.user.findMany({
    where: { deletedAt: null },
    select: { id: true },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    take: usersMax,
  });
  const totalCount = await db.user.count({ where: { deletedAt: null } });
  const users: User[] = [];
  for (let at = 0; at < found.length; at += USERS_PER_READ) {
    const ids = found.slice(at, at + USERS_PER_READ).map(({ id }) => id);
    users.push(...(await userViews(db, ids)));
  }
  await recordChange(db, {
    adminId,
    action: 'users exported',
    subject: 'users',
    before: null,
    after: { users: users.length, of: totalCount },
    reason: '',
  });
  return { users, totalCount };
}

/**
 * Returns what an import would change, field by field, without changing anything. Throws INVALID_INPUT if it would change
 * more than `importChangesMax` users.
 */
export async function planImport(
  db: DatabaseOrTransaction,
  file: ImportedUser[],
  adminId: string,
): Promise<ImportPlan> {
  const userOf = await usersOf(db, file);
  const plan: Omit<ImportPlan, 'digest'> = { changes: [], unchanged: 0, skipped: [] };
  const seen = new Set<string>();
  for (const line of file) {
    const user = userOf(line);
    const skip = (why: ImportPlan['skipped'][number]['why']) =>
      plan.skipped.push({ user: user?.email ?? line.email ?? line.id ?? '', why });
    if (!user) skip('unknown');
    else if (seen.has(user.id)) skip('repeated');
    else {
      seen.add(user.id);
      const fields = changesOf(user, line);
      if (fields.length === 0) plan.unchanged += 1;
      else if (user.id === adminId && fields.some(({ field }) => field === 'status' || field === 'isAdmin'))
        skip('own');
      else plan.changes.push({ id: user.id, email: user.email, fields });
    }
  }
  if (plan.changes.length > importChangesMax)
    throw refusal('INVALID_INPUT', accountMessages.tooManyImported({ most: importChangesMax }));
  const digest = createHash('sha256').update(JSON.stringify(plan.changes)).digest('hex');
  return { ...plan, digest };
}

/** Returns how to find the user whom a line means: by id, or without one by email. */
async function usersOf(
  db: DatabaseOrTransaction,
  file: ImportedUser[],
): Promise<(line: ImportedUser) => User | undefined> {
  const byId = new Map<string, User>();
  const byEmail = new Map<string, User>();
  for (let at = 0; at < file.length; at += USERS_PER_READ)
    for (const user of await usersOfLines(db, file.slice(at, at + USERS_PER_READ))) {
      byId.set(user.id, user);
      byEmail.set(user.email, user);
    }
  return ({ id, email }) => (id === undefined ? byEmail.get(email ?? '') : byId.get(id));
}

async function usersOfLines(db: DatabaseOrTransaction, lines: ImportedUser[]): Promise<User[]> {
  const named = await db.user.findMany({
    where: {
      deletedAt: null,
      OR: [
        { id: { in: lines.flatMap(({ id }) => id ?? []) } },
        { email: { in: lines.flatMap(({ email }) => email ?? []) } },
      ],
    },
    select: { id: true },
  });
  return userViews(
    db,
    named.map(({ id }) => id),
  );
}

function changesOf(user: User, line: ImportedUser): ImportPlan['changes'][number]['fields'] {
  const { name, company, mobile, status, credits, isAdmin = line.is_admin } = line;
  const willBeAdmin = isAdmin ?? user.isAdmin;
  // An administrator's balance is shown as unlimited, so it is not a value to set.
  const balance = willBeAdmin || user.isAdmin ? undefined : credits;
  const requested: Record<ImportField, FieldValue | undefined> = {
    name,
    company,
    mobile,
    status,
    isAdmin,
    credits: balance,
  };
  return importFields.flatMap((field) => {
    const after = requested[field];
    const before = user[field];
    return after === undefined || after === before ? [] : [{ field, before, after }];
  });
}

async function weightOf(tx: Transaction, { changes }: ImportPlan): Promise<Weight> {
  const admins = await tx.user.findMany({
    where: { id: { in: changes.map(({ id }) => id) }, isAdmin: true },
    select: { id: true },
  });
  const isAdmin = new Set(admins.map(({ id }) => id));
  const fields = changes.flatMap(({ id, fields: changed }) => changed.map((field) => ({ id, ...field })));
  const credits = fields.filter(({ field }) => field === 'credits');
  return {
    isAboutRights: fields.some(
      ({ id, field }) => field === 'isAdmin' || (field === 'status' && isAdmin.has(id)),
    ),
    creditsHundredths: credits.reduce(
      (sum, { before, after }) =>
        sum + BigInt(hundredthsFromCredits(Math.abs(Number(after) - Number(before)))),
      0n,
    ),
  };
}

/** Imports a file, either completely or not at all, and only if it matches the preview with this digest. */
export async function importUsers(
  deps: Pick<Deps, 'db' | 'env' | 'clock' | 'workflows' | 'logger' | 'mailer'>,
  given: { file: ImportedUser[]; digest: string; adminId: string; reason: string },
): Promise<ImportPlan> {
  const { file, digest, adminId, reason } = given;
  const changed: { userId: string; effects: UserChangeEffects }[] = [];
  const imported = await deps.db.$transaction(async (tx) => {
    await requireStillAdmin(tx, adminId);
    const plan = await planImport(tx, file, adminId);
    if (plan.digest !== digest) throw new DomainError('IMPORT_CHANGED');
    // Nobody can confirm a whole file on the basis of a few lines of it.
    const act = { adminId, key: `import:${randomUUID()}`, subject: 'users', reason };
    if (await needsSecond(tx, deps, await weightOf(tx, plan), act)) throw new DomainError('APPROVAL_NEEDED');
    for (const { id, fields } of plan.changes) {
      const user = await lockedUser(tx, id);
      const change: UserChangeRequest = Object.fromEntries(fields.map(({ field, after }) => [field, after]));
      const credits = fields.find(({ field }) => field === 'credits');
      const seenCredits = typeof credits?.before === 'number' ? credits.before : undefined;
      const effects = await applyUserChange(tx, user, { ...change, seenCredits }, { adminId, reason });
      changed.push({ userId: id, effects });
    }
    return plan;
  });
  await announceUserChanges(deps, changed, { adminId, reason });
  return imported;
}
