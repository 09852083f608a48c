/** What is about to be filed on a portal, written down before the click that files it (portals.md 1.3). */
import type { Vault } from '#api/adapters/vault.ts';
import type { Database, Transaction } from '#prisma/client.ts';

type IntentState = 'planned' | 'committing' | 'done' | 'refused';
export type Intent = {
  id: string;
  jobId: string;
  state: IntentState;
  /** A number that the portal gave before it filed. */
  reference: string | null;
  /** How often the filing click was made since the intent last came to an end. */
  commits: number;
};

type Key = { portal: string; key: string };

/** Equal for whoever files the same with the same login: a portal's numbers are a login's own. */
export function intentKey(login: string, serviceId: string, naturalKey: string): string {
  return [loginPart(login), serviceId, naturalKey].join('|');
}

/** The keys under which it stands if it was filed from an account that is deleted: with a mark for the login. */
export function forgottenIntentKeys(
  vault: Vault,
  login: string,
  serviceId: string,
  naturalKey: string,
): string[] {
  return loginMarks(vault, loginPart(login)).map((mark) => [mark, serviceId, naturalKey].join('|'));
}

/** Logins of a deleted account are no longer told by what it filed, and still keep anybody from filing it again. */
export async function forgetLogins(tx: Transaction, vault: Vault, userId: string): Promise<void> {
  const logins = await tx.$queryRaw<{ login: string }[]>`
    SELECT DISTINCT split_part(key, '|', 1) AS login FROM portal_intents WHERE user_id = ${userId}`;
  for (const { login } of logins) {
    const [mark] = loginMarks(vault, login);
    await tx.$executeRaw`
      UPDATE portal_intents SET key = ${mark} || substr(key, length(${login}::text) + 1)
      WHERE user_id = ${userId} AND split_part(key, '|', 1) = ${login}`;
  }
}

/** The first part of a key ends at the first bar. */
const loginPart = (login: string): string => login.toLowerCase().replaceAll('|', '%7c');
const loginMarks = (vault: Vault, login: string) => vault.marks(login, 'portal login');

/** The intent under the key, or a new one; a job that takes up what another left goes on under its own name. */
export async function openIntent(
  db: Database,
  input: Key & { forgottenKeys: readonly string[]; userId: string; jobId: string; rowNumber: number },
): Promise<Intent> {
  const { portal, key, forgottenKeys, userId, jobId, rowNumber } = input;
  // Whoever has the login again files under its name.
  await db.portalIntent.updateMany({ where: { portal, key: { in: [...forgottenKeys] } }, data: { key } });
  const where = { portal_key: { portal, key } };
  const data = { portal, key, userId, jobId, rowNumber };
  const intent = await db.portalIntent.upsert({ where, create: data, update: {} });
  return { ...intent, state: intent.state as IntentState };
}

export async function noteReference(db: Database, id: string, reference: string): Promise<void> {
  await db.portalIntent.update({ where: { id }, data: { reference } });
}

/** From here on the filing may have happened, whatever is heard of it. */
export async function beginCommit(
  db: Database,
  { id, state }: Pick<Intent, 'id' | 'state'>,
  by: { userId: string; jobId: string; rowNumber: number },
): Promise<void> {
  const commits = state === 'committing' ? { increment: 1 } : 1;
  await db.portalIntent.update({
    where: { id },
    data: { ...by, state: 'committing', commits },
  });
}

export async function endIntent(
  db: Database,
  id: string,
  state: 'done' | 'refused',
  reference: string | null,
): Promise<void> {
  await db.portalIntent.update({ where: { id }, data: { state, ...(reference ? { reference } : {}) } });
}

/** Keys of the customer's that were filed since a day, for the warning before they are filed again. */
export async function filedSince(
  db: Database,
  input: { userId: string; portal: string; keys: readonly string[]; since: Date },
): Promise<Map<string, Date>> {
  const filed = await db.portalIntent.findMany({
    where: {
      userId: input.userId,
      portal: input.portal,
      key: { in: [...input.keys] },
      state: 'done',
      updatedAt: { gte: input.since },
    },
    select: { key: true, updatedAt: true },
  });
  return new Map(filed.map(({ key, updatedAt }) => [key, updatedAt]));
}
