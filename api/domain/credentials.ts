/** Verbs of portal logins: sealed at rest, opened only by the activity that logs in, tested by really logging in. */
import type { Deps } from '#api/deps.ts';
import { portalOfCredential, type CredentialPortal, type SavedCredential } from '#contracts/portal-logins.ts';
import { DomainError } from '#contracts/errors.ts';
import { limits } from '#contracts/limits.ts';
import type { DatabaseOrTransaction } from '#prisma/client.ts';
import { credentialTestWorkflowId, taskQueues } from '#workflows/ids.ts';
import type { CredentialTestInput, CredentialTestResult } from '#workflows/messages.ts';
import type { credentialTest } from '#workflows/credential-test.ts';

type Owner = { userId: string; portal: CredentialPortal };
type Login = { username: string; password: string };
type VaultDeps = Pick<Deps, 'vault'> & { db: DatabaseOrTransaction };

/** A sealed password opens only in the row it was sealed for. */
const contextOf = ({ userId, portal }: { userId: string; portal: string }): string => `${userId}:${portal}`;

/** Throws CONSENT_REQUIRED where the customer has not let the platform act on the portal with a login. */
export async function saveCredential(
  deps: VaultDeps & Pick<Deps, 'clock'>,
  owner: Owner,
  login: Login & { consent?: boolean | undefined },
): Promise<void> {
  await storeCredential(deps, owner, { ...login, managedBy: null });
}

/** `managedBy`: the administrator who enters it for the company. Throws as `saveCredential`. */
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
    secret: vault.seal(password, contextOf(owner)),
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

/** Once is enough for a portal, as long as a login is saved there. */
const hasConsent = async (db: DatabaseOrTransaction, owner: Owner): Promise<boolean> =>
  (await db.portalCredential.count({ where: { ...owner, consentAt: { not: null } } })) > 0;

const isSame = (saved: Login | null, login: Login): boolean =>
  saved?.username === login.username && saved.password === login.password;

/** Ends of a login that say something of the login itself; a portal that is down says nothing of it. */
const tellingOutcomes = ['ok', 'CREDENTIALS_INVALID', 'ACCOUNT_LOCKED', 'HUMAN_REQUIRED'];

/** Remembers how a login as it is saved was taken by the portal. */
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

export async function removeCredential({ db }: Pick<VaultDeps, 'db'>, owner: Owner): Promise<void> {
  await db.portalCredential.deleteMany({ where: owner });
}

export async function hasCredential(db: Deps['db'], owner: Owner): Promise<boolean> {
  return (await db.portalCredential.count({ where: owner })) > 0;
}

/** Null where none is saved, or where our team manages the login. */
export async function credentialUsername({ db }: Pick<Deps, 'db'>, owner: Owner): Promise<string | null> {
  const saved = await db.portalCredential.findUnique({
    where: { userId_portal: owner },
    select: { username: true, managedBy: true },
  });
  return saved && saved.managedBy === null ? saved.username : null;
}

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

export async function openCredential(deps: VaultDeps, owner: Owner): Promise<Login | null> {
  return (await readCredential(deps, owner))?.login ?? null;
}

async function readCredential({ db, vault }: VaultDeps, owner: Owner) {
  const saved = await db.portalCredential.findUnique({ where: { userId_portal: owner } });
  if (!saved) return null;
  const { username, secret, consentAt, testOutcome } = saved;
  return { login: { username, password: vault.open(secret, contextOf(owner)) }, consentAt, testOutcome };
}

/** Whether the portal has taken this login the last time, as it is saved. */
export async function isProved(deps: VaultDeps, owner: Owner, login: Login): Promise<boolean> {
  const saved = await readCredential(deps, owner);
  return saved?.testOutcome === 'ok' && isSame(saved.login, login);
}

/** The company's login, if the platform may use it; there is none that works for several companies. */
export async function loginFor(deps: VaultDeps, owner: Owner): Promise<Login | null> {
  const saved = await readCredential(deps, owner);
  return saved?.consentAt ? saved.login : null;
}

/** Whether a job of the portal can log in at all. */
export const canLogIn = ({ db }: Pick<Deps, 'db'>, owner: Owner): Promise<boolean> => hasConsent(db, owner);

async function createDraft({ db, vault }: VaultDeps, owner: Owner, login: Login): Promise<string> {
  const secret = vault.seal(login.password, contextOf(owner));
  const draft = await db.credentialDraft.create({ data: { ...owner, username: login.username, secret } });
  return draft.id;
}

/** The login that waits for its test, opened and deleted: a test reads it once. Null when it is gone or too old. */
export async function takeDraft(
  { db, vault }: VaultDeps,
  input: { userId: string; draftId: string },
): Promise<Login | null> {
  const draft = await db.credentialDraft.findFirst({ where: { id: input.draftId, userId: input.userId } });
  if (!draft) return null;
  const { count } = await db.credentialDraft.deleteMany({ where: { id: draft.id } });
  if (count === 0) return null;
  if (Date.now() - draft.createdAt.getTime() > limits.credentialDraftRetentionMs) return null;
  return { username: draft.username, password: vault.open(draft.secret, contextOf(draft)) };
}

/** Really logs in to the portal. Throws with the portal's reason when it refuses. */
export async function testCredential(
  deps: Pick<Deps, 'db' | 'vault' | 'temporal' | 'clock'>,
  owner: Owner,
  login: Login,
): Promise<void> {
  const portal = portalOfCredential[owner.portal];
  const draftId = await createDraft(deps, owner, login);
  const { username } = login;
  const result = await runTest(deps, { userId: owner.userId, portal, draftId, username });
  await noteLogin(deps, owner, { login, outcome: result.outcome });
  if (result.outcome === 'ok') return;
  const refused = ['CREDENTIALS_INVALID', 'ACCOUNT_LOCKED', 'HUMAN_REQUIRED'].includes(result.outcome);
  throw new DomainError(refused ? 'CREDENTIALS_TEST_FAILED' : 'CREDENTIALS_TEST_UNAVAILABLE', {
    message: result.message || (refused ? 'Credentials test failed' : 'Failed to test credentials'),
  });
}

async function runTest(
  { db, temporal }: Pick<Deps, 'db' | 'temporal'>,
  input: CredentialTestInput,
): Promise<CredentialTestResult> {
  try {
    return await temporal.workflow.execute<typeof credentialTest>('credentialTest', {
      workflowId: credentialTestWorkflowId(input.portal, input.draftId),
      taskQueue: taskQueues.main,
      args: [input],
      workflowExecutionTimeout: '3 minutes',
    });
  } catch (cause) {
    throw new DomainError('CREDENTIALS_TEST_UNAVAILABLE', { cause });
  } finally {
    // A test that never began has left it behind.
    await db.credentialDraft.deleteMany({ where: { id: input.draftId } });
  }
}
