/**
 * Limits how much a customer may upload: bytes per day, counted in PostgreSQL for all API processes, and concurrent
 * uploads.
 */
import type { Deps } from '#api/deps.ts';
import { hasPaid } from '#api/domain/payments/transactions.ts';
import { createCustomerLimit, type Release } from '#api/domain/customer-limit.ts';
import { DomainError } from '#contracts/errors.ts';
import { KIB } from '#contracts/byte-sizes.ts';
import { limits } from '#contracts/limits.ts';
import { createRateLimiter } from '#api/adapters/rate-limits.ts';

type UploadAccount = {
  /** Counts bytes before they are accepted. Throws UPLOAD_QUOTA if they exceed the quota. */
  charge: (bytes: number) => Promise<void>;
  /** Returns the bytes that were counted but not received. */
  settle: () => Promise<void>;
};

type UploadTurn = {
  /**
   * Begins the upload, unless it has begun. Throws TOO_MANY_UPLOADS if the customer has too many concurrent uploads,
   * and UNAVAILABLE if all customers together have.
   */
  take: () => void;
  release: () => void;
};

export type UploadQuota = {
  turnFor: (customerId: string) => UploadTurn;
  /** `declaredBytes`: the size of the request as its sender declares it; 0 if it is unknown. */
  accountOf: (customerId: string, declaredBytes: number) => Promise<UploadAccount>;
};

/** Customers who have paid once have a higher quota. */
export function createUploadQuota(deps: Pick<Deps, 'db' | 'logger'>): UploadQuota {
  const limiter = createRateLimiter(deps);
  return {
    turnFor,
    accountOf: async (customerId, declaredBytes) => {
      const quota = (await hasPaid(deps.db, customerId)) ? 'uploadKibPerUser' : 'uploadKibPerTrialUser';
      const consume = (kib: number): Promise<number> => limiter.consume(quota, customerId, kib);
      const refund = (kib: number): Promise<void> => limiter.refund(quota, customerId, kib);
      return openAccount({ consume, refund, blockKib: blockKibOf(declaredBytes) });
    },
  };
}

/** A form that is smaller than a block is counted in one piece, of which nothing is left over. */
function blockKibOf(declaredBytes: number): number {
  const bytes = Math.min(declaredBytes || limits.uploadBlockBytes, limits.uploadBlockBytes);
  return Math.max(1, Math.ceil(bytes / KIB));
}

/** Counts in blocks in advance, so that concurrent uploads cannot exceed the quota together. */
function openAccount({
  consume,
  refund,
  blockKib,
}: {
  consume: (kib: number) => Promise<number>;
  refund: (kib: number) => Promise<void>;
  blockKib: number;
}): UploadAccount {
  let countedKib = 0;
  let bytes = 0;
  return {
    charge: async (more) => {
      bytes += more;
      while (bytes > countedKib * KIB) {
        countedKib += blockKib;
        await consume(blockKib).catch((error: unknown) => {
          throw asQuota(error);
        });
      }
    },
    settle: async () => {
      const unusedKib = countedKib - Math.ceil(bytes / KIB);
      if (unusedKib > 0) await refund(unusedKib);
    },
  };
}

function asQuota(error: unknown): unknown {
  if (!(error instanceof DomainError) || error.code !== 'TOO_MANY_REQUESTS') return error;
  return new DomainError('UPLOAD_QUOTA', { details: error.details });
}

const uploads = createCustomerLimit({ perCustomerMax: limits.uploadsAtOncePerCustomerMax });

function turnFor(customerId: string): UploadTurn {
  let release: Release | null = null;
  return {
    take: () => {
      if (release) return;
      const details = { retryAfterS: limits.uploadsRetryS };
      if (uploads.takenByAll() >= limits.uploadsAtOnceMax) throw new DomainError('UNAVAILABLE', { details });
      release = uploads.take(customerId);
      if (!release) throw new DomainError('TOO_MANY_UPLOADS', { details });
    },
    release: () => release?.(),
  };
}
