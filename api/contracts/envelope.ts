/** The format of every API response: success with data, or failure with code, message and request id. */
import { messageShape } from './messages/shapes.ts';
import { z } from 'zod';
import { errorCatalogue, type ErrorCode } from './errors.ts';

/** Some failures have further fields, such as how long to wait. */
export const failure = z.looseObject({
  success: z.literal(false),
  code: z.enum(Object.keys(errorCatalogue) as [ErrorCode, ...ErrorCode[]]),
  message: z.string(),
  /** The message as data; absent if it is the fixed text of the code. */
  messageData: messageShape.exactOptional(),
  requestId: z.string(),
});
export type Failure = z.infer<typeof failure>;

/** Many calls contain the caller's id. It is only compared with the session's user, never used as the acting user. */
export const claimedUser = z.object({ userId: z.string().max(100).optional() });

/** Optional filter of a list; `all` and an empty value mean no filter. */
export const filter = <Schema extends z.ZodType>(schema: Schema) =>
  z.union([z.enum(['all', '']).transform(() => undefined), schema]).optional();

/** Page number and size, which arrive as query strings. */
export const pageQuery = (defaultLimit: number, limitMax: number) =>
  z.object({
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    limit: z.coerce.number().int().min(1).max(limitMax).default(defaultLimit),
  });

const count = z.number().int();
export const pagination = z
  .object({
    currentPage: count,
    limit: count,
    totalCount: count,
    totalPages: count,
    hasMore: z.boolean(),
  })
  .meta({ id: 'Pagination' });
export type Pagination = z.infer<typeof pagination>;

/** An empty list has one page. */
export function paginationOf(page: number, limit: number, totalCount: number): Pagination {
  const totalPages = Math.max(1, Math.ceil(totalCount / limit));
  return { currentPage: page, limit, totalCount, totalPages, hasMore: page < totalPages };
}
