/**
 * Portal logins that administrators enter for a company: used by its jobs, shown to nobody, and each change is logged
 * and reported to the company.
 */
import type { Deps } from '#api/deps.ts';
import { DomainError } from '#contracts/errors.ts';
import {
  credentialPortalLabels,
  credentialPortalOf,
  placeOfCredential,
  type CredentialName,
} from '#contracts/portals/portal-logins.ts';
import { isBankPlace } from '#contracts/portals/bank-places.ts';
import type { ManagedLogin } from '#contracts/calls/portals-answers.ts';
import type { Database, Transaction } from '#prisma/client.ts';
import { lockedUser, requireStillAdmin } from '#api/domain/accounts/admin-rights.ts';
import { recordChange } from '#api/domain/accounts/audit.ts';
import { requireDesk } from './banks.ts';
import { listCredentials, removeCredential, storeCredential } from './credentials.ts';
import { notify } from '#api/domain/messaging/notifications.ts';

export const LOGIN_SAVED = 'portal login saved';

type Owner = { userId: string; portal: CredentialName };
type Step = { adminId: string; reason: string };
type ManageDeps = Pick<Deps, 'db' | 'vault' | 'clock'>;

/** Lists the company's logins, including those it saved itself, without usernames and passwords. */
export async function listManagedLogins(db: Database, userId: string): Promise<ManagedLogin[]> {
  const logins = await listCredentials({ db }, userId);
  return logins.map(({ portal_name: portal, ...login }) => ({ portal, ...login }));
}

/** Saves a login, replacing any existing one. The administrator has the company's permission to use it. */
export function saveManagedLogin(
  deps: ManageDeps,
  owner: Owner,
  login: { username: string; password: string },
  step: Step,
): Promise<void> {
  return change(deps, owner, { step, action: LOGIN_SAVED }, async (tx) => {
    await requireDesk(tx, owner.portal);
    const managed = { ...login, consent: true, managedBy: step.adminId };
    await storeCredential({ ...deps, db: tx }, owner, managed);
    await notifyOwner(tx, owner, 'login_managed', deps.clock());
  });
}

/** Removes a login only if our team entered it; administrators cannot remove the company's own. */
export function removeManagedLogin(deps: ManageDeps, owner: Owner, step: Step): Promise<void> {
  return change(deps, owner, { step, action: 'portal login removed' }, async (tx) => {
    if (!(await isManaged(tx, owner))) throw new DomainError('NOT_FOUND');
    await removeCredential({ db: tx }, owner);
    await notifyOwner(tx, owner, 'login_unmanaged', deps.clock());
  });
}

async function change(
  { db }: ManageDeps,
  owner: Owner,
  { step, action }: { step: Step; action: string },
  make: (tx: Transaction) => Promise<void>,
): Promise<void> {
  await db.$transaction(async (tx) => {
    await requireStillAdmin(tx, step.adminId);
    await lockedUser(tx, owner.userId);
    const before = { managed: await isManaged(tx, owner) };
    await make(tx);
    const after = { managed: await isManaged(tx, owner) };
    const subject = `user/${owner.userId}`;
    const { portal } = owner;
    await recordChange(tx, {
      ...step,
      action,
      subject,
      before: { portal, ...before },
      after: { portal, ...after },
    });
  });
}

const isManaged = async (tx: Transaction, owner: Owner): Promise<boolean> =>
  (await tx.portalCredential.count({ where: { ...owner, managedBy: { not: null } } })) > 0;

async function loginLabel(tx: Transaction, name: CredentialName): Promise<string> {
  const place = placeOfCredential(name);
  const bank = isBankPlace(place) ? await tx.bank.findUnique({ where: { place } }) : null;
  const label = credentialPortalLabels[credentialPortalOf(name)];
  return bank ? `${label}, ${bank.nameEn}` : label;
}

async function notifyOwner(
  tx: Transaction,
  { userId, portal }: Owner,
  kind: 'login_managed' | 'login_unmanaged',
  now: Date,
): Promise<void> {
  return notify(tx, {
    key: `${kind}:${userId}:${portal}:${now.toISOString()}`,
    userId,
    type: 'other',
    kind,
    values: { portal: await loginLabel(tx, portal) },
    actionUrl: '/dashboard?tab=credentials',
  });
}
