/**
 * Practice runs: a service on practice portals, with its sample or the customer's own sheet. They cost nothing, file
 * nothing on a real portal, and need no saved login.
 */
import type { Deps } from '#api/deps.ts';
import type { Customer } from '#api/domain/accounts/customers.ts';
import { practiceAddress } from '#contracts/portals/practice-portals.ts';
import type { PracticeOffer, StartedJob } from '#contracts/calls/jobs/jobs-answers.ts';
import { DomainError } from '#contracts/errors.ts';
import { limits } from '#contracts/limits.ts';
import { services } from '#services/catalogue.ts';
import type { ServiceDefinition } from '#services/contract.ts';
import { enabledService } from './service-offers.ts';
import { startOffered, type StartDeps } from './start-job.ts';
import { practiceRuns } from './practice-limit.ts';
import { sampleUpload } from './samples.ts';
import type { Uploaded } from './uploads.ts';

type OfferDeps = Pick<Deps, 'db' | 'env' | 'clock'>;

/** Returns whether the service can be practised: its portal has a practice portal, or it needs none. */
function hasPractice(env: Deps['env'], { portal }: ServiceDefinition): boolean {
  if (env.PRACTICE_PORTALS_URL === undefined) return false;
  return portal === null || practiceAddress(portal, env) !== undefined;
}

/** Lists the services that can be practised, and how many runs the customer has left today. */
export async function practiceOffer(deps: OfferDeps, customer: Customer): Promise<PracticeOffer> {
  const offered = services.filter((service) => hasPractice(deps.env, service));
  const made = offered.length > 0 ? await practiceRuns(deps.db, customer.id, deps.clock()) : 0;
  return {
    serviceIds: offered.map(({ id }) => id),
    rowsMax: limits.practiceRowsMax,
    runsLeft: Math.max(0, limits.practiceJobsPerDayMax - made),
  };
}

/** Returns a service that can be practised. Throws SERVICE_NOT_FOUND, SERVICE_DISABLED or PRACTICE_NOT_OFFERED. */
export async function practisedService(
  deps: Pick<Deps, 'db' | 'env'>,
  serviceId: string,
): Promise<ServiceDefinition> {
  const { service } = await enabledService(deps.db, serviceId);
  if (!hasPractice(deps.env, service)) throw new DomainError('PRACTICE_NOT_OFFERED');
  return service;
}

/**
 * Starts a practice run with the customer's own file, or with the sample.
 *
 * @throws DomainError the errors of `practisedService` and of reading the file, PRACTICE_SAMPLE_ONLY, TOO_MANY_ROWS,
 * NO_BILLABLE_ROWS, PRACTICE_LIMIT, UNAVAILABLE
 */
export async function startPractice(
  deps: StartDeps,
  customer: Customer,
  input: { serviceId: string; own: Uploaded | null; idempotencyKey: string | null },
): Promise<StartedJob> {
  const { own, idempotencyKey } = input;
  const service = await practisedService(deps, input.serviceId);
  // A service without a portal does the same in practice as for real, so the customer's own files would be free.
  if (own && service.portal === null) throw new DomainError('PRACTICE_SAMPLE_ONLY');
  const start = (source: Uploaded): Promise<StartedJob> =>
    startOffered(deps, customer, {
      serviceId: service.id,
      service,
      costPerRow: 0,
      isPractice: true,
      bank: null,
      totalCredits: null,
      source,
      idempotencyKey,
    });
  if (own) return start(own);
  return deps.files.incoming.withFolder(async (folder) =>
    start(await sampleUpload(service, { folder, today: deps.clock() })),
  );
}
