/** Converts every error to the standard failure response. Errors outside the catalogue are only logged. */
import type { Context, ErrorHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { isDatabaseUnavailable } from '#api/adapters/database-unavailable.ts';
import type { Deps } from '#api/deps.ts';
import { isCanceled } from '#api/domain/bounded-query.ts';
import type { Failure } from '#contracts/envelope.ts';
import { DomainError } from '#contracts/errors.ts';
import type { AppEnv } from './app-env.ts';

/** Errors from 500 on are logged as errors, and refusals only if they have a cause. */
export function onError(deps: Pick<Deps, 'logger'>): ErrorHandler<AppEnv> {
  return (error, c) => {
    const failure = asDomainError(error);
    const logger = c.var.logger ?? deps.logger;
    if (failure.status >= 500)
      logger.error({ code: failure.code, err: failure.cause ?? failure }, 'request failed');
    else if (failure.cause) logger.info({ code: failure.code, err: failure.cause }, 'request refused');
    return answer(c, failure);
  };
}

/** Unknown API paths get the failure response, all other paths plain text. */
export function notFound(c: Context<AppEnv>): Response {
  if (!c.req.path.startsWith('/api/')) return c.text('404 Page Not Found', 404);
  return answer(c, new DomainError('NOT_FOUND'));
}

function asDomainError(error: Error): DomainError {
  if (error instanceof DomainError) return error;
  // Hono's own errors, such as a body that is not JSON or a form that cannot be parsed.
  if (error instanceof HTTPException && error.status === 400) {
    return new DomainError('INVALID_INPUT', { message: error.message || undefined });
  }
  if (isCanceled(error) || isDatabaseUnavailable(error))
    return new DomainError('UNAVAILABLE', { cause: error });
  return new DomainError('INTERNAL', { cause: error });
}

function answer(c: Context<AppEnv>, failure: DomainError): Response {
  const body: Failure = {
    success: false,
    code: failure.code,
    message: failure.message,
    ...(failure.said ? { messageData: failure.said } : {}),
    requestId: c.var.requestId,
  };
  const { retryAfterS } = failure.details;
  if (typeof retryAfterS === 'number') c.header('Retry-After', String(retryAfterS));
  return c.json({ ...failure.details, ...body }, failure.status as ContentfulStatusCode);
}
