/** Addresses of banks' desks: passwords are typed there, so each is checked, and a second administrator confirms it. */
import { z } from 'zod';
import {
  AddressRefused,
  checkedAddresses,
  lookupAll,
  lookupThisMachine,
} from '#api/adapters/checked-addresses.ts';
import { isOfThisMachine } from '#api/adapters/outbound-addresses.ts';
import type { Deps } from '#api/deps.ts';
import type { By } from '#api/domain/accounts/approvals/contract.ts';
import { recordChange } from '#api/domain/accounts/audit.ts';
import { isPublicHost, portalHostList } from '#api/portal-hosts.ts';
import { addressVariable, hostRoles, type PortalHost } from '#activities/portals/facts.ts';
import { DomainError } from '#contracts/errors.ts';
import { refusal } from '#contracts/messages/refusal.ts';
import { banksPortal, FIRST_BANK } from '#contracts/portals/bank-places.ts';
import { bankMessages } from '#contracts/portals/bank-messages.ts';
import type { BankAddress } from '#contracts/portals/banks.ts';
import type { DatabaseOrTransaction, Transaction } from '#prisma/client.ts';
import { knownBank } from './banks.ts';

type CheckDeps = Pick<Deps, 'env'> & { db: DatabaseOrTransaction };

/** Returns the further hosts of a desk. Throws BANK_ADDRESS_REFUSED if they cannot be read. */
export function deskHosts(hosts: string): PortalHost[] {
  const read = portalHostList.safeParse(hosts);
  if (read.success) return read.data;
  throw refusal('BANK_ADDRESS_REFUSED', bankMessages.badHosts({ roles: hostRoles.join(', ') }));
}

/**
 * Returns the address without a trailing slash. Throws BANK_ADDRESS_REFUSED if no password may be typed there: in
 * production, if it has no https or is in a private network. The worker resolves the hosts again at each connection.
 */
export async function checkedDesk(
  { env, db }: CheckDeps,
  bankKey: string,
  given: BankAddress,
): Promise<BankAddress> {
  const isProduction = env.NODE_ENV === 'production';
  const hosts = deskHosts(given.hosts);
  const url = z.url({ protocol: isProduction ? /^https$/ : /^https?$/ }).safeParse(given.address);
  if (!url.success) throw refusal('BANK_ADDRESS_REFUSED', bankMessages.notHttps());
  const { origin, host, pathname, username, password, search, hash } = new URL(url.data);
  if (username || password || search || hash) throw refusal('BANK_ADDRESS_REFUSED', bankMessages.notPlain());
  const address = `${origin}${pathname}`.replace(/\/+$/, '');
  const own = [{ host, role: 'work' as const }, ...hosts].find((other) => !isPublicHost(other));
  if (isProduction && own) throw refusal('BANK_ADDRESS_REFUSED', bankMessages.ownNetwork({ host: own.host }));
  const other = await db.bank.findFirst({ where: { address, key: { not: bankKey } } });
  if (other) throw refusal('BANK_ADDRESS_REFUSED', bankMessages.taken({ bank: other.nameEn }));
  return { address, hosts: hosts.map(({ host: at, role }) => `${role}=${at}`).join(',') };
}

/** Throws BANK_ADDRESS_REFUSED if a host is not found, or is in a private network in production. */
export async function requireReachable(
  { NODE_ENV }: Pick<Deps['env'], 'NODE_ENV'>,
  { address, hosts }: BankAddress,
): Promise<void> {
  const names = [address, ...deskHosts(hosts).map(({ host }) => `https://${host}`)];
  for (const hostname of names.map((url) => new URL(url).hostname)) await requireHost(hostname, NODE_ENV);
}

async function requireHost(hostname: string, nodeEnv: string): Promise<void> {
  const lookup = isOfThisMachine(hostname) ? lookupThisMachine : lookupAll;
  try {
    await checkedAddresses(hostname, { allowsPrivate: nodeEnv !== 'production', lookup });
  } catch (error) {
    if (error instanceof AddressRefused) throw refusal('BANK_ADDRESS_REFUSED', error.said);
    throw error;
  }
}

/** Throws BANK_UNKNOWN, and BANK_ADDRESS_REFUSED for a bank whose address is not set here. */
export async function requireOwnAddress(db: DatabaseOrTransaction, bankKey: string): Promise<void> {
  const bank = await knownBank(db, bankKey);
  if (bankKey === FIRST_BANK)
    throw refusal(
      'BANK_ADDRESS_REFUSED',
      bankMessages.fromEnvironment({ variable: addressVariable(banksPortal) }),
    );
  if (!bank.hasDesk) throw refusal('BANK_ADDRESS_REFUSED', bankMessages.noDesk());
}

type Change = BankAddress & { bankKey: string; seen?: { address: string | null; hosts: string } };

/**
 * Sets the address of a bank's desk, which jobs use from then on. What probes found at the former address is dropped.
 * Throws APPROVAL_OUTDATED if the address has changed since this one was proposed.
 */
export async function setDeskAddress(
  tx: Transaction,
  { clock, env }: Pick<Deps, 'clock' | 'env'>,
  { bankKey, seen, ...asked }: Change,
  { adminId, reason, key }: By,
): Promise<void> {
  await tx.$queryRaw`SELECT key FROM banks WHERE key = ${bankKey} FOR UPDATE`;
  await requireOwnAddress(tx, bankKey);
  const { place, address: before, hosts: hostsBefore } = await knownBank(tx, bankKey);
  if (seen && (seen.address !== before || seen.hosts !== hostsBefore))
    throw new DomainError('APPROVAL_OUTDATED');
  const { address, hosts } = await checkedDesk({ env, db: tx }, bankKey, asked);
  const now = clock();
  const confirmedBy = await confirmer(tx, key);
  await tx.bank.update({
    where: { key: bankKey },
    data: { address, hosts, proposedBy: adminId, confirmedBy, addressSetAt: now },
  });
  const known = {
    hasAddress: true,
    address,
    hosts: deskHosts(hosts).map(({ host, role }) => `${host} (${role})`),
    mendedAt: now,
    probeOutcome: null,
    probeOutcomeSince: null,
  };
  await tx.portalState.upsert({
    where: { portal: place },
    create: { portal: place, ...known },
    update: known,
  });
  await recordChange(tx, {
    adminId,
    action: 'bank address set',
    subject: `bank/${bankKey}`,
    reason,
    before: { address: before, hosts: hostsBefore },
    after: { address, hosts },
  });
}

/** Returns who confirmed the change, whose key then names the request; null if one administrator acted alone. */
async function confirmer(tx: Transaction, key: string): Promise<string | null> {
  const id = /^approval:(.+)$/.exec(key)?.[1];
  if (id === undefined) return null;
  const request = await tx.approvalRequest.findUnique({ where: { id } });
  return request?.decidedBy ?? null;
}
