/**
 * Grants free trial credits once per person, identified by mailbox (in any spelling of its address) and by phone,
 * even if the account was deleted and the person registers again.
 */
import type { Vault } from '#api/adapters/vault.ts';
import type { Database, Transaction } from '#prisma/client.ts';
import { plainDigits } from '#contracts/digits.ts';
import { limits } from '#contracts/limits.ts';
import { grantTrialCredits } from '#api/domain/credits/ledger.ts';

type Person = { id: string; email: string; mobile: string };

/** Grants the trial credits in its own transaction. Does nothing for a person who has had them. */
export function grantTrialOnce({ db, vault }: { db: Database; vault: Vault }, person: Person): Promise<void> {
  return db.$transaction((tx) => grantTrialIn(tx, vault, person));
}

/**
 * Grants the credits if neither mark is known. A concurrent verification with the same mailbox or phone waits for the
 * insertion of the marks and then finds them.
 */
export async function grantTrialIn(tx: Transaction, vault: Vault, person: Person): Promise<void> {
  const marks = await marksOf(tx, vault, person);
  const earlier = marks.flatMap(({ known }) => known);
  const data = marks.map(({ mark }) => ({ mark }));
  const { count } = await tx.formerTrial.createMany({ data, skipDuplicates: true });
  const had = await tx.formerTrial.count({ where: { mark: { in: earlier } } });
  if (count === marks.length && had === 0) await grantTrialCredits(tx, person.id);
}

/**
 * Stores the marks of accounts that received their credits before marks existed. A mark cannot be turned back into
 * personal data.
 */
export async function rememberTrial(tx: Transaction, vault: Vault, person: Person): Promise<void> {
  const granted = await tx.ledgerTransfer.count({ where: { userId: person.id, kind: 'trial' } });
  if (granted === 0) return;
  for (const { mark, known } of await marksOf(tx, vault, person)) {
    const isKnown = (await tx.formerTrial.count({ where: { mark: { in: known } } })) > 0;
    if (!isKnown) await tx.formerTrial.createMany({ data: { mark }, skipDuplicates: true });
  }
}

/** `known`: marks that may have been stored before the vault's keys were rotated. */
async function marksOf(
  tx: Transaction,
  vault: Vault,
  { email, mobile }: Person,
): Promise<{ mark: string; known: string[] }[]> {
  const phone = phoneOf(mobile);
  const texts = [
    // Originally, addresses were marked as written.
    { text: mailboxOf(email), context: 'trial', alsoKnown: email.toLowerCase() },
    ...(phone === '' ? [] : [{ text: phone, context: 'trial phone', alsoKnown: phone }]),
  ];
  const all: { mark: string; known: string[] }[] = [];
  for (const { text, context, alsoKnown } of texts) {
    const [mark, ...earlier] = await vault.marks(tx, text, context);
    const asWritten = alsoKnown === text ? [] : await vault.marks(tx, alsoKnown, context);
    all.push({ mark, known: [...earlier, ...asWritten] });
  }
  return all;
}

const dotless = new Set(['gmail.com']);
const sameMailbox: Record<string, string> = { 'googlemail.com': 'gmail.com' };
/** At these providers a hyphen begins the part that a user adds; at all others a plus sign. */
const hyphened = /^(?:yahoo|ymail|rocketmail)\./;

/** Returns the mailbox that an address delivers to, by the rules of the large providers. */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const domainAsWritten = email.slice(at + 1).toLowerCase();
  const domain = sameMailbox[domainAsWritten] ?? domainAsWritten;
  const [local = ''] = email
    .slice(0, at)
    .toLowerCase()
    .split(hyphened.test(domain) ? '-' : '+');
  return `${dotless.has(domain) ? local.replaceAll('.', '') : local}@${domain}`;
}

/** Returns the digits of a number without the prefixes for Bangladesh; empty if it is too short to be a number. */
export function phoneOf(mobile: string): string {
  const digits = plainDigits(mobile).replaceAll(/\D/g, '');
  const national = digits.replace(/^(?:00)?(?:880)?0*/, '');
  return national.length < PHONE_DIGITS_MIN ? '' : national;
}

const PHONE_DIGITS_MIN = 8;

/** Makes the missing marks of accounts from before marks existed, a bounded number in each run. Idempotent. */
export async function rememberEarlierTrials({ db, vault }: { db: Database; vault: Vault }): Promise<void> {
  const people = await db.user.findMany({
    where: { isTrialMarked: false, deletedAt: null },
    orderBy: { id: 'asc' },
    take: limits.trialMarksPerRunMax,
    select: { id: true, email: true, mobile: true },
  });
  for (const person of people)
    await db.$transaction(async (tx) => {
      await rememberTrial(tx, vault, person);
      await tx.user.update({ where: { id: person.id }, data: { isTrialMarked: true } });
    });
}

/** Deletes the marks made before the given time. */
export async function deleteTrialMarks(db: Database, before: Date): Promise<void> {
  await db.formerTrial.deleteMany({ where: { createdAt: { lt: before } } });
}
