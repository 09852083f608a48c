/**
 * The keys under which filings are recorded: how they are made of login, service and natural key, and the earlier forms
 * in which they may be stored.
 */
import type { Vault } from '#api/adapters/vault.ts';
import type { Database, DatabaseOrTransaction, Transaction } from '#prisma/client.ts';
import type { RowData, ServiceDefinition, SheetInput } from '#services/contract.ts';
import { isUnansweredSql } from './intents.ts';

/** What a filing's key is made of. `naturalKey` identifies the filing among those of the service and the login. */
type KeyParts = { login: string; serviceId: string; naturalKey: string };

/**
 * Returns the key in upper case. BEPZA finds an invoice in any case, and the look-ups on most other portals ignore case
 * too. Spaces are already collapsed in the cells. On a portal that distinguishes case, the only cost is that two
 * filings that differ in case alone are not made at the same time.
 */
export const comparableKey = (naturalKey: string): string => naturalKey.toUpperCase();

/** Returns the key of the filing that the row is part of; undefined if the service files each row separately. */
export const groupKeyOf = (
  { groupBy, groupSeparator }: Pick<SheetInput, 'groupBy' | 'groupSeparator'>,
  row: RowData,
): string | undefined => groupBy?.map((column) => row[column]).join(groupSeparator ?? '|');

/**
 * Returns what identifies a filing of the service among those of one login. Rows that are filed together are one
 * filing, whichever of them comes first. Null if the row is not identified.
 */
export function filingKey(
  { input }: Pick<ServiceDefinition, 'input'>,
  { data, naturalKey }: { data: RowData | null; naturalKey: string | null },
): string | null {
  if (naturalKey === null || data === null || input.kind !== 'sheet') return naturalKey;
  return groupKeyOf(input, data) ?? naturalKey;
}

/**
 * Returns the same key for everyone who files the same with the same login, because a portal's numbers are unique per
 * login.
 */
export const intentKey = (parts: KeyParts): string => bothSpellings(parts)[0];

/** Returns the key, and the one until November 2026, which kept the spelling of the sheet. */
export function bothSpellings({
  login,
  serviceId,
  naturalKey,
}: KeyParts): [current: string, spelled: string] {
  const keyOf = (spelling: string): string => [loginPart(login), serviceId, spelling].join('|');
  const [current, spelled] = spellingsOf(naturalKey);
  return [keyOf(current), keyOf(spelled)];
}

const spellingsOf = (naturalKey: string): [current: string, spelled: string] => [
  comparableKey(naturalKey),
  naturalKey,
];

/**
 * Returns the other keys under which the intent may be stored: those in the spelling of the sheet, and those of an
 * account since deleted, which contain a mark instead of the login.
 */
export async function formerIntentKeys(
  { db, vault }: { db: Database; vault: Vault },
  login: string,
  serviceId: string,
  naturalKeys: readonly string[],
): Promise<string[]> {
  const logins = [loginPart(login), ...(await loginMarks(db, vault, loginPart(login)))];
  const spellings = naturalKeys.flatMap(spellingsOf);
  return logins.flatMap((name) => spellings.map((spelling) => [name, serviceId, spelling].join('|')));
}

/** Returns the parts of the keys after the login, which are the same for all logins. */
export const keysWithoutLogin = (serviceId: string, naturalKeys: readonly string[]): string[] =>
  naturalKeys.flatMap(spellingsOf).map((spelling) => `${serviceId}|${spelling}`);

/**
 * Returns the keys under which the customer's other logins have sent the same filing without an answer. The customer
 * has replaced the login since, and the portal may still take what the former one has sent.
 */
export async function keysOfReplacedLogins(
  db: Database,
  { portal, userId }: { portal: string; userId: string },
  serviceId: string,
  naturalKeys: readonly string[],
): Promise<string[]> {
  const withoutLogin = keysWithoutLogin(serviceId, naturalKeys);
  const unanswered = await db.$queryRaw<{ key: string }[]>`
    SELECT i.key FROM portal_intents i WHERE i.user_id = ${userId} AND i.portal = ${portal} AND ${isUnansweredSql}
      AND substr(i.key, strpos(i.key, '|') + 1) = ANY(${withoutLogin}::text[])`;
  return unanswered.map(({ key }) => key);
}

/**
 * Replaces the logins of a deleted account by marks: its filings no longer reveal them, but still prevent a second
 * filing.
 */
export async function forgetLogins(tx: Transaction, vault: Vault, userId: string): Promise<void> {
  const logins = await tx.$queryRaw<{ login: string }[]>`
    SELECT DISTINCT split_part(key, '|', 1) AS login FROM portal_intents WHERE user_id = ${userId}`;
  for (const { login } of logins) {
    const [mark] = await loginMarks(tx, vault, login);
    await tx.$executeRaw`
      UPDATE portal_intents SET key = ${mark} || substr(key, length(${login}::text) + 1)
      WHERE user_id = ${userId} AND split_part(key, '|', 1) = ${login}`;
  }
}

/** The first part of a key ends at the first "|". */
const loginPart = (login: string): string => login.toLowerCase().replaceAll('|', '%7c');
const loginMarks = (db: DatabaseOrTransaction, vault: Vault, login: string) =>
  vault.marks(db, login, 'portal login');
