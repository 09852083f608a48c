/** Files and exports that one caller downloads at a time: each holds a connection, and often the database, until it is over. */
import type { MiddlewareHandler } from 'hono';
import { DomainError } from '#contracts/errors.ts';
import { limits } from '#contracts/limits.ts';
import type { AppEnv } from './app-env.ts';

const underWay = new Map<string, number>();

/** Throws TOO_MANY_DOWNLOADS above the limit. To be put behind what finds out who calls. */
export const downloadsAtOnce: MiddlewareHandler<AppEnv> = async (c, next) => {
  const customerId = c.var.user?.id ?? '';
  const own = underWay.get(customerId) ?? 0;
  if (own >= limits.downloadsAtOncePerCustomerMax)
    throw new DomainError('TOO_MANY_DOWNLOADS', { details: { retryAfterS: limits.downloadsRetryS } });
  underWay.set(customerId, own + 1);
  let isOver = false;
  const release = (): void => {
    if (isOver) return;
    isOver = true;
    const left = (underWay.get(customerId) ?? 1) - 1;
    if (left === 0) underWay.delete(customerId);
    else underWay.set(customerId, left);
  };
  await next();
  const { body } = c.res;
  if (c.error || !body) release();
  else c.res = new Response(untilOver(body, release), c.res);
};

/** The same body; `release` is called when it has been sent, has broken off or is not wanted any more. */
function untilOver(body: ReadableStream<Uint8Array>, release: () => void): ReadableStream<Uint8Array> {
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
