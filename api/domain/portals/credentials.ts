/** Portal logins: encrypted at rest, decrypted only by the activity that logs in, and tested by actually logging in. */
import { randomUUID } from 'node:crypto';
import { refusal } from '#contracts/messages/refusal.ts';
import { isEmptyMessage, storedMessage } from '#contracts/messages/message.ts';
import type { Deps } from '#api/deps.ts';
import { portalOfCredential, type CredentialPortal } from '#contracts/portals/portal-logins.ts';
import type { SavedCredential } from '#contracts/calls/portals-answers.ts';
import { DomainError } from '#contracts/errors.ts';
import { limits } from '#contracts/limits.ts';
import type { DatabaseOrTransaction } from '#prisma/client.ts';
import type { CredentialTestInput, CredentialTestResult } from '#workflows/messages.ts';
import { closedUntil, readClosure } from './opening-hours.ts';
import { sealedPlaces } from './sealed-places.ts';

type Owner = { userId: string; portal: CredentialPortal };
type Login = { username: string; password: string };
type VaultDeps = Pick<Deps, 'vault'> & { db: DatabaseOrTransaction };

/**
 * Saves the company's own login. Throws CONSENT_REQUIRED unless the customer has allowed the platform to act on the
 * portal with a login.
 */
export async function saveCredential(
  deps: VaultDeps & Pick<Deps, 'clock'>,
  owner: Owner,
  login: Login & { consent?: boolean | undefined },
): Promise<void> {
  await storeCredential(deps, owner, { ...login, managedBy: null });
}

/**
 * Saves a login. `managedBy` is the administrator who enters it for the company, or null. Throws like
 * `saveCredential`.
 */
export async function storeCredential(
  deps: VaultDeps & Pick<Deps, 'clock'>,
  owner: Owner,
  login: Login & { consent?: boolean | undefined; managedBy: string | null },
): Promise<void> {
  const { username, password, consent, managedBy } = login;
  const { db, vault, clock } = deps;
  if (!consent && !(await hasConsent(db, owner))) throw new DomainError('CONSENT_REQUIRED');
  const isKept = isSame(await openCredential(deps, owner), login);
  const saved = {
    username,
    secret: await vault.seal(db, password, sealedPlaces.portalLogin(owner)),
    managedBy,
    ...(isKept ? {} : { testedAt: null, testOutcome: null }),
    ...(consent ? { consentAt: clock() } : {}),
  };
  await db.portalCredential.upsert({
    where: { userId_portal: owner },
    create: { ...owner, ...saved },
    update: saved,
  });
}

/** One consent per portal is enough, as long as a login is saved there. */
const hasConsent = async (db: DatabaseOrTransaction, owner: Owner): Promise<boolean> =>
  (await db.portalCredential.count({ where: { ...owner, consentAt: { not: null } } })) > 0;

const isSame = (saved: Login | null, login: Login): boolean =>
  saved?.username === login.username && saved.password === login.password;

/** Outcomes that say something about the login itself; a portal that is down says nothing about it. */
const tellingOutcomes = ['ok', 'CREDENTIALS_INVALID', 'ACCOUNT_LOCKED', 'HUMAN_REQUIRED'];

/** Records the outcome of a login attempt if the login is the saved one. */
export async function noteLogin(
  deps: VaultDeps & Pick<Deps, 'clock'>,
  owner: Owner,
  { login, outcome }: { login: Login; outcome: string },
): Promise<void> {
  if (!tellingOutcomes.includes(outcome) || !isSame(await openCredential(deps, owner), login)) return;
  await deps.db.portalCredential.updateMany({
    where: owner,
    data: { testedAt: deps.clock(), testOutcome: outcome },
  });
}

/** Does nothing if no login is saved. */
export async function removeCredential({ db }: Pick<VaultDeps, 'db'>, owner: Owner): Promise<void> {
  await db.portalCredential.deleteMany({ where: owner });
}

/** Returns whether a login is saved, not whether the portal accepts it. */
export async function hasCredential(db: Deps['db'], owner: Owner): Promise<boolean> {
  return (await db.portalCredential.count({ where: owner })) > 0;
}

/** Returns null if no login is saved, or if our team manages it. */
export async function credentialUsername({ db }: Pick<Deps, 'db'>, owner: Owner): Promise<string | null> {
  const saved = await db.portalCredential.findUnique({
    where: { userId_portal: owner },
    select: { username: true, managedBy: true },
  });
  return saved && saved.managedBy === null ? saved.username : null;
}

/** Lists the saved logins without usernames and passwords. `managed` marks those entered by our team. */
export async function listCredentials({ db }: Pick<Deps, 'db'>, userId: string): Promise<SavedCredential[]> {
  const saved = await db.portalCredential.findMany({ where: { userId }, orderBy: { portal: 'asc' } });
  return saved.map(({ portal, updatedAt, consentAt, testedAt, testOutcome, managedBy }) => ({
    portal_name: portal as CredentialPortal,
    updated_at: updatedAt.toISOString(),
    consent_at: consentAt?.toISOString() ?? null,
    managed: managedBy !== null,
    tested_at: testedAt?.toISOString() ?? null,
    test_outcome: testOutcome,
  }));
}

/** Returns the saved login with its decrypted password; null if there is none. */
export async function openCredential({ db, vault }: VaultDeps, owner: Owner): Promise<Login | null> {
  const saved = await db.portalCredential.findUnique({ where: { userId_portal: owner } });
  if (!saved) return null;
  const password = await openPassword({ db, vault }, owner, { sealed: saved.secret });
  return { username: saved.username, password };
}

/** A login as stored in the database. `isProved` means that the portal accepted it last time. */
export type SavedLogin = { username: string; sealed: string; isProved: boolean };

/** Returns the company's login, still sealed, if the platform may use it. Each login belongs to one company. */
export async function savedLogin({ db }: Pick<VaultDeps, 'db'>, owner: Owner): Promise<SavedLogin | null> {
  const saved = await db.portalCredential.findUnique({ where: { userId_portal: owner } });
  if (!saved?.consentAt) return null;
  return { username: saved.username, sealed: saved.secret, isProved: saved.testOutcome === 'ok' };
}

/** Decrypts the password for the moment in which it is typed. Callers do not keep it, but call this again. */
export const openPassword = (
  { db, vault }: VaultDeps,
  owner: Owner,
  { sealed }: Pick<SavedLogin, 'sealed'>,
): Promise<string> => vault.open(db, sealed, sealedPlaces.portalLogin(owner));

/** Records the outcome of a login attempt, unless a different login has been saved meanwhile. */
export async function noteUsed(
  { db, clock }: Pick<Deps, 'clock'> & Pick<VaultDeps, 'db'>,
  owner: Owner,
  { sealed }: Pick<SavedLogin, 'sealed'>,
  outcome: string,
): Promise<void> {
  if (!tellingOutcomes.includes(outcome)) return;
  const data = { testedAt: clock(), testOutcome: outcome };
  await db.portalCredential.updateMany({ where: { ...owner, secret: sealed }, data });
}

/** Returns whether a job of the portal can log in at all. */
export const canLogIn = ({ db }: Pick<Deps, 'db'>, owner: Owner): Promise<boolean> => hasConsent(db, owner);

async function createDraft({ db, vault }: VaultDeps, owner: Owner, login: Login): Promise<string> {
  const id = randomUUID();
  const secret = await vault.seal(db, login.password, sealedPlaces.draft({ ...owner, id }));
  await db.credentialDraft.create({ data: { ...owner, id, username: login.username, secret } });
  return id;
}

/**
 * Takes the login that waits for its test and deletes the draft, so that a test reads it once; the password is
 * decrypted only where it is typed. Returns null if the draft is gone or too old.
 */
export async function takeDraft(
  { db, vault }: VaultDeps,
  input: { userId: string; draftId: string },
): Promise<{ username: string; password: () => Promise<string> } | null> {
  const draft = await db.credentialDraft.findFirst({ where: { id: input.draftId, userId: input.userId } });
  if (!draft) return null;
  const { count } = await db.credentialDraft.deleteMany({ where: { id: draft.id } });
  if (count === 0) return null;
  if (Date.now() - draft.createdAt.getTime() > limits.credentialDraftRetentionMs) return null;
  const password = () => vault.open(db, draft.secret, sealedPlaces.draft(draft));
  return { username: draft.username, password };
}

/** Tests a login by logging in to the portal. Throws with the portal's reason if the portal refuses. */
export async function testCredential(
  deps: Pick<Deps, 'db' | 'vault' | 'workflows' | 'clock'>,
  owner: Owner,
  login: Login,
): Promise<void> {
  const portal = portalOfCredential[owner.portal];
  // Nobody signs in to a closed portal, so that the test would wait for a slot in vain.
  const closure = await readClosure(deps.db, portal, deps.clock());
  if (closure) throw refusal('CREDENTIALS_TEST_UNAVAILABLE', closedUntil(closure));
  const draftId = await createDraft(deps, owner, login);
  const { username } = login;
  const result = await runTest(deps, { userId: owner.userId, portal, draftId, username });
  await noteLogin(deps, owner, { login, outcome: result.outcome });
  if (result.outcome === 'ok') return;
  const refused = ['CREDENTIALS_INVALID', 'ACCOUNT_LOCKED', 'HUMAN_REQUIRED'].includes(result.outcome);
  const code = refused ? 'CREDENTIALS_TEST_FAILED' : 'CREDENTIALS_TEST_UNAVAILABLE';
  const message = storedMessage(result.message);
  throw isEmptyMessage(message) ? new DomainError(code) : refusal(code, message);
}

async function runTest(
  { db, workflows }: Pick<Deps, 'db' | 'workflows'>,
  input: CredentialTestInput,
): Promise<CredentialTestResult> {
  try {
    return await workflows.testCredential(input);
  } catch (cause) {
    throw new DomainError('CREDENTIALS_TEST_UNAVAILABLE', { cause });
  } finally {
    // A test that never began has left the draft behind.
    await db.credentialDraft.deleteMany({ where: { id: input.draftId } });
  }
}

/** Deletes drafts of logins created before the given time. */
export async function deleteCredentialDrafts(db: DatabaseOrTransaction, before: Date): Promise<void> {
  await db.credentialDraft.deleteMany({ where: { createdAt: { lt: before } } });
}
