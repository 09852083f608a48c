/** Maps a failed authentication call to its message from spec section 8. */
import { ApiError, isNetworkError } from '#web/lib/client.ts';
import { errorText } from '#web/lib/messages.ts';
import { requestIdText } from '#web/ui/states.tsx';

export type FormFailure = { message: string; smallPrint: string | undefined };

export function authFailure(error: unknown, networkMessage: string): FormFailure {
  if (!(error instanceof ApiError) || isNetworkError(error))
    return { message: networkMessage, smallPrint: undefined };
  const smallPrint = error.status >= 500 ? requestIdText(error) : undefined;
  return { message: errorText(error) || networkMessage, smallPrint };
}

/** The password was correct, and a second-factor code is required: none was sent, or the one sent was wrong. */
export function codeFailure(error: unknown): 'missing' | 'wrong' | null {
  if (!(error instanceof ApiError)) return null;
  if (error.code === 'SECOND_FACTOR_REQUIRED') return 'missing';
  return error.code === 'SECOND_FACTOR_WRONG' ? 'wrong' : null;
}

/** Returns the email address of a login that was refused because the address is not verified. */
export function unverifiedEmail(error: unknown, typedEmail: string): string | null {
  if (!(error instanceof ApiError)) return null;
  if (error.code !== 'EMAIL_NOT_VERIFIED' && !error.message.includes('Email not verified')) return null;
  const email = error.details['email'];
  return typeof email === 'string' ? email : typedEmail;
}
