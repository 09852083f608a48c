/** The customers of a run: their data, the words that identify it, and the restoration of their first state. */
import { randomBytes } from 'node:crypto';
import type { Account } from '#tests/harness/app.ts';
import type { TestApp } from '#tests/harness/worker.ts';
import { ownedBy, passwordOf } from '#tests/api/belongings.ts';
import type { Belongings } from '#tests/api/route-rows.ts';
import type { OwnedRows, RowReader } from './owned-rows.ts';
import { plantTheRest } from './planted.ts';

/** A customer's status at the beginning of each turn, whatever administrators did. */
export type Standing = { emailVerified: boolean; status: 'active' | 'suspended'; isAdmin: boolean };
export type Owner = {
  name: string;
  account: Account;
  word: string;
  belongings: Belongings;
  evidenceId: string;
  standing: Standing;
  rows: OwnedRows;
};
export type Owners = Awaited<ReturnType<typeof createOwners>>;

const customer: Standing = { emailVerified: true, status: 'active', isAdmin: false };

export async function createOwners(app: TestApp, reader: RowReader) {
  const { db } = app.deps;

  const built = async (name: string, standing: Standing): Promise<Omit<Owner, 'rows'>> => {
    const word = `zanzibar${name}${randomBytes(4).toString('hex')}`;
    const account = await app.signUpAndVerify({
      password: `correct horse ${randomBytes(6).toString('hex')}`,
    });
    const own = await ownedBy(app, account, word);
    await plantTheRest(app.deps, { account, word, belongings: own.belongings });
    await db.user.update({ where: { id: account.id }, data: { company: `${word} Ltd.`, ...standing } });
    return { name, account, word, ...own, standing };
  };
  const withRows = async (owner: Omit<Owner, 'rows'>): Promise<Owner> => ({
    ...owner,
    rows: await reader.read(owner.account.id),
  });
  const isGone = async ({ account }: Owner): Promise<boolean> => {
    const user = await db.user.findUnique({ where: { id: account.id } });
    return !user || user.deletedAt !== null;
  };

  return {
    create: async (name: string, standing: Partial<Standing> = {}): Promise<Owner> =>
      withRows(await built(name, { ...customer, ...standing })),
    /** After a turn, a deleted customer is replaced by a new one, and any other is reset to the original status. */
    restore: async (owner: Owner): Promise<void> => {
      if (await isGone(owner)) Object.assign(owner, await built(owner.name, owner.standing));
      const { email } = await db.user.update({
        where: { id: owner.account.id },
        data: owner.standing,
        select: { email: true },
      });
      owner.account.email = email;
      owner.rows = await reader.read(owner.account.id);
    },
    /** Signs the customer in again; one whose status forbids it is admitted for that moment. */
    signIn: async ({ account, standing }: Owner): Promise<void> => {
      const where = { id: account.id };
      await db.user.update({ where, data: { ...standing, emailVerified: true, status: 'active' } });
      account.cookie = await app.signIn(account.email, account.password);
      // An administrator's session proves the passkey; the product asks this of no other user.
      await db.session.updateMany({ where: { userId: account.id }, data: { factor: 'passkey' } });
      await db.user.update({ where, data: standing });
    },
  };
}

/** Ids of the customer's records, including those created during the run. */
function idsOf({ rows }: Owner): string[] {
  const keys = [...rows].filter(([table]) => table !== 'files').flatMap(([, own]) => [...own.keys()]);
  // Plain counters occur in every answer.
  return keys.filter((key) => key.length > 20);
}

/** Texts that occur only in this customer's data. */
export const marksOf = (owner: Owner): ReadonlySet<string> =>
  new Set([owner.word, owner.word.toUpperCase(), owner.account.email, ...idsOf(owner)]);

/** Values that no answer may contain, not even one to their owner. */
export async function secretsOf({ deps }: TestApp, owners: readonly Owner[]): Promise<string[]> {
  const where = { userId: { in: owners.map(({ account }) => account.id) } };
  const { db } = deps;
  const [accounts, logins, webhooks, tokens, sessions, factors, codes] = await Promise.all([
    db.account.findMany({ where }),
    db.portalCredential.findMany({ where }),
    db.webhook.findMany({ where }),
    db.apiToken.findMany({ where }),
    db.session.findMany({ where }),
    db.secondFactor.findMany({ where }),
    db.recoveryCode.findMany({ where }),
  ]);
  return [
    ...owners.map(({ word }) => passwordOf(word)),
    ...accounts.map(({ password }) => password ?? ''),
    ...[...logins, ...webhooks, ...factors].map(({ secret }) => secret),
    ...tokens.map(({ hash }) => hash),
    ...sessions.map(({ token }) => token),
    ...codes.map(({ digest }) => digest),
  ].filter((secret) => secret !== '');
}
