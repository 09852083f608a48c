/** The errors that a call can give: its own, and those that follow from its input and from who may make it. */
import type { ErrorCode } from '#contracts/errors.ts';
import type { Call } from './call.ts';

/** Errors of receiving a form with files. */
const formErrors = [
  'INVALID_INPUT',
  'FILE_TOO_LARGE',
  'UPLOAD_BROKEN_OFF',
  'UPLOAD_QUOTA',
  'TOO_MANY_UPLOADS',
] as const satisfies readonly ErrorCode[];

/** Returns the codes of all errors of the call at this path, each once. */
export function codesOf(path: string, call: Call): ErrorCode[] {
  const { access, scope, limit, query, body, form, isDownload, errors = [] } = call;
  const codes: ErrorCode[] = ['INTERNAL', 'UNAVAILABLE', ...errors];
  if (access !== 'public') codes.push('UNAUTHENTICATED', 'ACCOUNT_SUSPENDED');
  if (access === 'verified') codes.push('EMAIL_NOT_VERIFIED');
  if (scope) codes.push('API_TOKEN_INVALID', 'API_TOKEN_ADDRESS', 'API_TOKEN_SCOPE', 'TOO_MANY_REQUESTS');
  if (scope?.startsWith('jobs:')) codes.push('API_TOKEN_SERVICE');
  if (limit) codes.push('TOO_MANY_REQUESTS');
  if (query || body || path.includes(':')) codes.push('INVALID_INPUT');
  if (body) codes.push('REQUEST_TOO_LARGE');
  if (form) codes.push(...formErrors);
  if (isDownload) codes.push('TOO_MANY_DOWNLOADS');
  if (path.includes(':')) codes.push('NOT_FOUND');
  return [...new Set(codes)];
}
