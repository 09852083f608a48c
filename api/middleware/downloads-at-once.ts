/**
 * Limits how many files and exports one caller downloads at a time, because each holds a connection, and often the
 * database, until it ends.
 */
import type { MiddlewareHandler } from 'hono';
import { createCustomerLimit, type Release } from '#api/domain/customer-limit.ts';
import { DomainError } from '#contracts/errors.ts';
import { limits } from '#contracts/limits.ts';
import type { AppEnv } from './app-env.ts';

const downloads = createCustomerLimit({ perCustomerMax: limits.downloadsAtOncePerCustomerMax });

/** Throws TOO_MANY_DOWNLOADS above the limit. Must run after the middleware that identifies the caller. */
export const downloadsAtOnce: MiddlewareHandler<AppEnv> = async (c, next) => {
  const release = downloads.take(c.var.user?.id ?? '');
  if (!release)
    throw new DomainError('TOO_MANY_DOWNLOADS', { details: { retryAfterS: limits.downloadsRetryS } });
  await next();
  const { body } = c.res;
  if (c.error || !body) release();
  else c.res = new Response(untilOver(body, release), c.res);
};

/** Returns the same body and calls `release` once it was sent, failed or was cancelled. */
function untilOver(body: ReadableStream<Uint8Array>, release: Release): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        release();
        controller.close();
      } catch (error) {
        release();
        controller.error(error);
      }
    },
    cancel: (reason) => {
      release();
      return reader.cancel(reason);
    },
  });
}
