/**
 * Limits how many files and exports one caller downloads at a time, because each holds a connection, and often the
 * database, until it ends.
 */
import type { MiddlewareHandler } from 'hono';
import { createPlaces, type Leave } from '#api/domain/places.ts';
import { DomainError } from '#contracts/errors.ts';
import { limits } from '#contracts/limits.ts';
import type { AppEnv } from './app-env.ts';

const downloads = createPlaces({ perCustomerMax: limits.downloadsAtOncePerCustomerMax });

/** Throws TOO_MANY_DOWNLOADS above the limit. Must run after the middleware that identifies the caller. */
export const downloadsAtOnce: MiddlewareHandler<AppEnv> = async (c, next) => {
  const leave = downloads.take(c.var.user?.id ?? '');
  if (!leave)
    throw new DomainError('TOO_MANY_DOWNLOADS', { details: { retryAfterS: limits.downloadsRetryS } });
  await next();
  const { body } = c.res;
  if (c.error || !body) leave();
  else c.res = new Response(untilOver(body, leave), c.res);
};

/** Returns the same body and calls `leave` once it was sent, failed or was cancelled. */
function untilOver(body: ReadableStream<Uint8Array>, leave: Leave): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        leave();
        controller.close();
      } catch (error) {
        leave();
        controller.error(error);
      }
    },
    cancel: (reason) => {
      leave();
      return reader.cancel(reason);
    },
  });
}
