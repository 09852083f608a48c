/** Banks that take claims of the cash incentive: which one a job is for, and where its desk is. */
import { DomainError } from '#contracts/errors.ts';
import type { BankChoice, JobBank } from '#contracts/calls/banks-answers.ts';
import { banksPortal, isBankPlace, type BankPlace } from '#contracts/portals/bank-places.ts';
import { banksMax } from '#contracts/portals/bank-keys.ts';
import type { BankNames } from '#contracts/messaging/notices.ts';
import { credentialAt, placeOfCredential, type CredentialName } from '#contracts/portals/portal-logins.ts';
import { portalLabels } from '#contracts/portals/portal-labels.ts';
import { portalAt, type RealPlace } from '#contracts/portals/practice-portals.ts';
import type { Database, DatabaseOrTransaction } from '#prisma/client.ts';
import type { Bank } from '#prisma/generated/client.ts';
import { portals } from '#activities/portals/catalogue.ts';
import type { ServiceDefinition } from '#services/contract.ts';
import { reasonsOf } from './portal-addresses.ts';

/** Returns whether the service files claims at a bank. */
const takesBank = ({ portal }: Pick<ServiceDefinition, 'portal'>): boolean => portal === banksPortal;

export type ChosenBank = { key: string; place: RealPlace };
const chosen = ({ key, place }: Bank): ChosenBank => ({ key, place: place as RealPlace });

type Asked = { userId: string; bankKey?: string | undefined; documentsOnly: boolean };

/**
 * Returns the bank that a customer's job is for, or null for a service without one. Throws BANK_UNKNOWN,
 * BANK_NOT_OFFERED, BANK_WITHOUT_DESK if something is to be filed there, and BANK_REQUIRED if none is named and it does
 * not follow from the customer's logins.
 */
export async function chosenBank(
  db: Database,
  service: Pick<ServiceDefinition, 'portal'> | undefined,
  { userId, bankKey, documentsOnly }: Asked,
): Promise<ChosenBank | null> {
  if (!service || !takesBank(service)) return null;
  const bank = await (bankKey === undefined ? unnamedBank(db, userId) : knownBank(db, bankKey));
  if (!bank.isEnabled) throw new DomainError('BANK_NOT_OFFERED');
  if (!bank.hasDesk && !documentsOnly) throw new DomainError('BANK_WITHOUT_DESK');
  return chosen(bank);
}

/** Returns the bank of a job for which none is named. Throws BANK_NOT_OFFERED and BANK_REQUIRED. */
async function unnamedBank(db: Database, userId: string): Promise<Bank> {
  const offered = await db.bank.findMany({ where: { isEnabled: true }, take: banksMax });
  if (offered.length === 0) throw new DomainError('BANK_NOT_OFFERED');
  const bank = await impliedBank(db, offered, userId);
  if (!bank) throw new DomainError('BANK_REQUIRED');
  return bank;
}

/**
 * Returns the only one of the offered banks, or the only one at whose desk the customer has a login that jobs may use;
 * null if several are left.
 */
async function impliedBank(db: Database, offered: readonly Bank[], userId: string): Promise<Bank | null> {
  const [first, second] = offered;
  if (!first || !second) return first ?? null;
  const loginOf = ({ place }: Bank): CredentialName => credentialAt('bank_cash_incentive', place);
  const desks = offered.filter(({ hasDesk }) => hasDesk);
  const logins = await db.portalCredential.findMany({
    where: { userId, portal: { in: desks.map(loginOf) }, consentAt: { not: null } },
    select: { portal: true },
    take: 2,
  });
  const [login, another] = logins;
  if (!login || another) return null;
  return desks.find((bank) => loginOf(bank) === login.portal) ?? null;
}

/** Throws BANK_UNKNOWN. */
export async function knownBank(db: DatabaseOrTransaction, key: string): Promise<Bank> {
  const bank = await db.bank.findUnique({ where: { key } });
  if (!bank) throw new DomainError('BANK_UNKNOWN');
  return bank;
}

/** Throws BANK_UNKNOWN or BANK_WITHOUT_DESK for a login that is for no bank's desk. */
export async function requireDesk(db: DatabaseOrTransaction, name: CredentialName): Promise<void> {
  const place = placeOfCredential(name);
  if (portalAt(place) !== banksPortal) return;
  const bank = await db.bank.findUnique({ where: { place } });
  if (!bank) throw new DomainError('BANK_UNKNOWN');
  if (!bank.hasDesk) throw new DomainError('BANK_WITHOUT_DESK');
}

/**
 * Returns a portal or the desk of a bank. Throws PORTAL_UNKNOWN for any other name, such as that of a practice portal.
 */
export async function knownPlace(db: DatabaseOrTransaction, named: string): Promise<RealPlace> {
  const key = portals.find((other) => other.key === named)?.key;
  if (key) return key;
  if (isBankPlace(named) && (await db.bank.count({ where: { place: named } })) > 0) return named;
  throw new DomainError('PORTAL_UNKNOWN');
}

/** Returns every portal and every bank's desk. */
export async function allPlaces(db: DatabaseOrTransaction): Promise<RealPlace[]> {
  const banks = await db.bank.findMany({
    select: { place: true },
    orderBy: { place: 'asc' },
    take: banksMax,
  });
  return [...portals.map(({ key }) => key), ...banks.map(({ place }) => place).filter(isBankPlace)];
}

/** Returns the name of a portal, with that of the bank if there are several banks. */
export async function placeLabel(db: DatabaseOrTransaction, place: RealPlace): Promise<string> {
  const label = portalLabels[portalAt(place)];
  if (portalAt(place) !== banksPortal) return label;
  const bank = await db.bank.findUnique({ where: { place } });
  const others = await db.bank.count({ where: { place: { not: place } } });
  return bank && others > 0 ? `${label}, ${bank.nameEn}` : label;
}

/**
 * Returns a function from a job to its bank. It returns null if there is only one bank, which need not be named:
 * neither do the jobs have different ones, nor can customers choose another. Jobs without a bank cost no statement.
 */
export async function banksToName(
  db: DatabaseOrTransaction,
  jobs: readonly { bankKey: string | null }[],
): Promise<(job: { bankKey: string | null }) => JobBank> {
  const keys = new Set(jobs.flatMap(({ bankKey }) => bankKey ?? []));
  if (keys.size === 0) return () => null;
  const where = { OR: [{ isEnabled: true }, { key: { in: [...keys] } }] };
  const banks = await db.bank.findMany({ where, orderBy: { key: 'asc' }, take: banksMax });
  if (banks.length < 2) return () => null;
  const named = new Map(banks.map(({ key, nameEn, nameBn }) => [key, { key, name: nameEn, nameBn }]));
  return ({ bankKey }) => (bankKey === null ? null : (named.get(bankKey) ?? null));
}

/** Returns the keys of the offered banks whose name contains the text; none if only one bank is offered. */
export async function banksNamed(db: DatabaseOrTransaction, text: string): Promise<string[]> {
  const banks = await db.bank.findMany({ where: { isEnabled: true }, take: banksMax });
  if (banks.length < 2) return [];
  const lower = text.toLowerCase();
  const hasText = (name: string): boolean => name.toLowerCase().includes(lower);
  return banks.filter(({ nameEn, nameBn }) => hasText(nameEn) || hasText(nameBn)).map(({ key }) => key);
}

/** Returns the names of a job's bank if it needs to be named, as `banksToName` decides; null otherwise. */
export async function bankToName(
  db: DatabaseOrTransaction,
  bankKey: string | null,
): Promise<BankNames | null> {
  const bank = (await banksToName(db, [{ bankKey }]))({ bankKey });
  return bank && { en: bank.name, bn: bank.nameBn };
}

/** The desks of further banks that are offered and have an address. */
export async function desksWithAddress(db: Database): Promise<{ place: BankPlace; name: string }[]> {
  const where = { address: { not: null }, isEnabled: true, hasDesk: true };
  const banks = await db.bank.findMany({ where, orderBy: { key: 'asc' }, take: banksMax });
  return banks.flatMap(({ place, nameEn }) => (isBankPlace(place) ? [{ place, name: nameEn }] : []));
}

/**
 * Returns the address and further hosts of a bank's desk, as a second administrator confirmed them; null without them.
 */
export async function deskAddress(
  db: Database,
  place: BankPlace,
): Promise<{ address: string; hosts: string } | null> {
  const bank = await db.bank.findUnique({ where: { place } });
  return bank?.address ? { address: bank.address, hosts: bank.hosts } : null;
}

/**
 * Lists the banks that a customer can choose. `impliedKey` is the bank of a start that names none, and `lastKey` that
 * of the customer's last job.
 */
export async function banksFor(
  db: Database,
  userId: string,
): Promise<{ banks: BankChoice[]; impliedKey: string | null; lastKey: string | null }> {
  const [banks, last] = await Promise.all([
    db.bank.findMany({
      where: { isEnabled: true },
      orderBy: [{ nameEn: 'asc' }, { key: 'asc' }],
      take: banksMax,
    }),
    db.job.findFirst({
      where: { userId, bankKey: { not: null } },
      orderBy: { createdAt: 'desc' },
      select: { bankKey: true },
    }),
  ]);
  const places = banks.map(({ place }) => place);
  const [reasons, implied] = await Promise.all([reasonsOf(db, places), impliedBank(db, banks, userId)]);
  const shown = banks.map(({ key, place, nameEn, nameBn, hasDesk }) => ({
    key,
    name: nameEn,
    nameBn,
    hasDesk,
    unavailable: hasDesk ? (reasons.get(place) ?? null) : null,
  }));
  const lastKey = shown.some(({ key }) => key === last?.bankKey) ? (last?.bankKey ?? null) : null;
  return { banks: shown, impliedKey: implied?.key ?? null, lastKey };
}
