/** Which services can be checked, started or scheduled at the moment, and their price per row. */
import type { Deps } from '#api/deps.ts';
import { DomainError, type ErrorCode } from '#contracts/errors.ts';
import { jobMessages } from '#contracts/jobs/messages.ts';
import { refusal } from '#contracts/messages/refusal.ts';
import { credentialAt } from '#contracts/portals/portal-logins.ts';
import type { UnavailableReason } from '#contracts/portals/portal-status.ts';
import type { PortalPlace } from '#contracts/portals/practice-portals.ts';
import type { Database } from '#prisma/client.ts';
import { findService } from '#services/catalogue.ts';
import type { ServiceDefinition } from '#services/contract.ts';
import type { Customer } from '#api/domain/accounts/customers.ts';
import type { ChosenBank } from '#api/domain/portals/banks.ts';
import { canLogIn } from '#api/domain/portals/credentials.ts';
import { offerOf } from '#api/domain/site/settings.ts';

export type JobDeps = Pick<Deps, 'db' | 'env' | 'files' | 'vault' | 'workflows' | 'clock' | 'logger'>;

/** A service that can be started, and its price per row in hundredths of a credit. */
export type Offer = { service: ServiceDefinition; costPerRow: number };

const refusalOf = {
  notConnected: 'SERVICE_NOT_CONNECTED',
  down: 'SERVICE_PORTAL_DOWN',
  changed: 'SERVICE_PORTAL_CHANGED',
} as const satisfies Record<UnavailableReason, ErrorCode>;

/**
 * Returns a service and its price per row in hundredths of a credit. Throws SERVICE_NOT_FOUND, SERVICE_DISABLED,
 * SERVICE_NOT_CONNECTED, SERVICE_PORTAL_DOWN or SERVICE_PORTAL_CHANGED; the last three of `place`, if it is not the
 * service's portal itself.
 */
export async function startableService(
  deps: JobDeps,
  serviceId: string,
  place?: PortalPlace | null,
): Promise<Offer> {
  const { unavailable, ...offer } = await enabledService(deps.db, serviceId, place);
  if (unavailable) throw new DomainError(refusalOf[unavailable]);
  return offer;
}

/** Returns the same for a job that only makes documents, without the portal. Throws INVALID_INPUT if it cannot. */
export async function preparingService(deps: Pick<JobDeps, 'db'>, serviceId: string): Promise<Offer> {
  const { unavailable: _, ...offer } = await enabledService(deps.db, serviceId);
  if (!offer.service.preparesDocuments) throw refusal('INVALID_INPUT', jobMessages.cannotOnlyPrepare());
  return offer;
}

/** Returns a service whose files can be checked: one that can be started, with or without its portal. */
export async function checkableService(deps: JobDeps, serviceId: string): Promise<Offer> {
  if (findService(serviceId)?.preparesDocuments) return preparingService(deps, serviceId);
  return startableService(deps, serviceId);
}

/**
 * Returns a service for a job that starts later. A portal that is down now may work again by then, so only a missing
 * connection is refused.
 */
export async function connectedService(deps: JobDeps, serviceId: string): Promise<Offer> {
  const { unavailable, ...offer } = await enabledService(deps.db, serviceId);
  if (unavailable === 'notConnected') throw new DomainError(refusalOf.notConnected);
  return offer;
}

/** Returns a service that is switched on, whether it can run or not. Throws SERVICE_NOT_FOUND or SERVICE_DISABLED. */
export async function enabledService(
  db: Database,
  serviceId: string,
  place?: PortalPlace | null,
): Promise<Offer & { unavailable: UnavailableReason | null }> {
  const service = findService(serviceId);
  if (!service) throw new DomainError('SERVICE_NOT_FOUND');
  const { isEnabled, unavailable, costHundredths } = await offerOf(db, serviceId, place);
  if (!isEnabled) throw new DomainError('SERVICE_DISABLED');
  return { service, costPerRow: costHundredths, unavailable };
}

/** Throws CREDENTIALS_REQUIRED if the service needs a portal login that the customer has not saved. */
export async function requireCredentials(
  deps: JobDeps,
  customer: Customer,
  service: ServiceDefinition,
  bank: ChosenBank | null = null,
): Promise<void> {
  if (!service.credentials) return;
  const portal = bank ? credentialAt(service.credentials, bank.place) : service.credentials;
  if (!(await canLogIn(deps, { userId: customer.id, portal })))
    throw new DomainError('CREDENTIALS_REQUIRED', { details: { portal } });
}
