/**
 * Limits how much a customer may upload: bytes per day, counted in PostgreSQL for all API processes, and concurrent
 * uploads.
 */
import type { Deps } from '#api/deps.ts';
import { hasPaid } from '#api/domain/payments/transactions.ts';
import { createPlaces, type Leave } from '#api/domain/places.ts';
import { DomainError } from '#contracts/errors.ts';
import { KIB, limits, type RateLimitName } from '#contracts/limits.ts';
import { createRateLimiter, type RateLimiter } from '#api/adapters/rate-limits.ts';

type UploadAccount = {
  /** Counts bytes before they are accepted. Throws UPLOAD_QUOTA if they exceed the quota. */
  charge: (bytes: number) => Promise<void>;
  /** Returns the bytes that were counted but not received. */
  settle: () => Promise<void>;
};

type UploadPlace = {
  /**
   * Takes a place, unless it is already taken. Throws TOO_MANY_UPLOADS if the customer has too many concurrent uploads,
   * and UNAVAILABLE if all customers together have.
   */
  take: () => void;
  leave: () => void;
};

export type UploadQuota = {
  placeFor: (customerId: string) => UploadPlace;
  accountOf: (customerId: string) => Promise<UploadAccount>;
};

/** Customers who have paid once have a higher quota. */
export function createUploadQuota(deps: Pick<Deps, 'db' | 'logger'>): UploadQuota {
  const limiter = createRateLimiter(deps);
  return {
    placeFor,
    accountOf: async (customerId) => {
      const quota = (await hasPaid(deps.db, customerId)) ? 'uploadKibPerUser' : 'uploadKibPerTrialUser';
      return openAccount(limiter, quota, customerId);
    },
  };
}

const BLOCK_KIB = limits.uploadBlockBytes / KIB;

/** Counts in blocks in advance, so that concurrent uploads cannot exceed the quota together. */
function openAccount(limiter: RateLimiter, quota: RateLimitName, customerId: string): UploadAccount {
  let countedKib = 0;
  let bytes = 0;
  return {
    charge: async (more) => {
      bytes += more;
      while (bytes > countedKib * KIB) {
        countedKib += BLOCK_KIB;
        await limiter.consume(quota, customerId, BLOCK_KIB).catch((error: unknown) => {
          throw asQuota(error);
        });
      }
    },
    settle: async () => {
      const unusedKib = countedKib - Math.ceil(bytes / KIB);
      if (unusedKib > 0) await limiter.refund(quota, customerId, unusedKib);
    },
  };
}

function asQuota(error: unknown): unknown {
  if (!(error instanceof DomainError) || error.code !== 'TOO_MANY_REQUESTS') return error;
  return new DomainError('UPLOAD_QUOTA', { details: error.details });
}

const uploads = createPlaces({ perCustomerMax: limits.uploadsAtOncePerCustomerMax });

function placeFor(customerId: string): UploadPlace {
  let leave: Leave | null = null;
  return {
    take: () => {
      if (leave) return;
      const details = { retryAfterS: limits.uploadsRetryS };
      if (uploads.takenByAll() >= limits.uploadsAtOnceMax) throw new DomainError('UNAVAILABLE', { details });
      leave = uploads.take(customerId);
      if (!leave) throw new DomainError('TOO_MANY_UPLOADS', { details });
    },
    leave: () => leave?.(),
  };
}
