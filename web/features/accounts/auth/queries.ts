/** Provides the session and the calls of spec section 7, "Auth". */
import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { SignedInUser } from '#contracts/calls/accounts-answers.ts';
import { call, isNetworkError } from '#web/lib/client.ts';
import { isDisplayOnly, readKept } from '#web/lib/kept-reads.ts';
import { currentLanguage } from '#web/lib/language.ts';
import { leaveAccount } from '#web/lib/leave-account.ts';
import { signWithPasskey } from '#web/lib/passkeys.ts';
import { requestSignInAgain } from '#web/lib/sign-in-request.ts';
import { takenOver } from '#web/lib/use-taken-over.ts';
import { paths } from '#web/paths.ts';

type Message = { success: true; message: string };
export type Registration = { name: string; company: string; mobile: string; email: string; password: string };

const meKey = ['me'] as const;

/**
 * During an outage, a reload shows the customer who was signed in before it. Once the server answers, its answer
 * replaces that.
 */
function keptUser(error: unknown, known: SignedInUser | null | undefined): SignedInUser | null {
  const kept = readKept()?.user;
  if (known || !kept || !isNetworkError(error)) throw error;
  return kept;
}

async function getMe(client: QueryClient, signal: AbortSignal): Promise<SignedInUser | null> {
  // Parts of the page that are taken over later would no longer match the server's HTML, which knows nobody.
  const takeOver = takenOver();
  if (takeOver) await takeOver;
  const known = client.getQueryData<SignedInUser | null>(meKey);
  const user = await call('GET /api/auth/me', { signal })
    .then((answer) => answer.user)
    .catch((error: unknown) => keptUser(error, known));
  if (!known) return user;
  if (user) {
    // Somebody else has signed in in another tab: what was typed here must not be sent in that person's name.
    if (user.id !== known.id) leaveAccount(paths.dashboard());
    return user.id === known.id ? user : known;
  }
  if (isDisplayOnly(known)) return null;
  requestSignInAgain();
  return known;
}

export const meQuery = queryOptions({
  queryKey: meKey,
  queryFn: ({ client, signal }) => getMe(client, signal),
  staleTime: 30_000,
  // The call is attempted even if the browser reports that it is offline, so that no page waits indefinitely.
  networkMode: 'always',
});

export function useMe() {
  return useQuery(meQuery);
}

/** Returns the signed-in user on a page behind the route guard. */
export function useUser(): SignedInUser {
  const { data } = useMe();
  if (!data) throw new Error('useUser is for pages behind the route guard only');
  return data;
}

/** Until a second factor is verified, an administrator can open only the security tab of the account page. */
export const isKeptToSecurity = ({ adminFactor }: SignedInUser): boolean =>
  adminFactor === 'missing' || adminFactor === 'unproved';

/** Stores a balance from a server answer in the session. */
export function useSetCredits(): (credits: number) => void {
  const client = useQueryClient();
  return (credits) => client.setQueryData(meQuery.queryKey, (user) => (user ? { ...user, credits } : user));
}

export const loginWithPasskey = async (): Promise<Message & { user: SignedInUser }> => {
  const { options } = await call('POST /api/auth/passkey/begin');
  return call('POST /api/auth/passkey/login', { body: { credential: await signWithPasskey(options) } });
};
export const login = (body: { email: string; password: string; code?: string }) =>
  call('POST /api/auth/login', { body });
/** Sends the interface's language, in which the first email is written. */
export const register = (body: Registration) =>
  call('POST /api/auth/register', { body: { ...body, language: currentLanguage() } });
export const resendVerification = (email: string) =>
  call('POST /api/auth/resend-verification', { body: { email } });
export const forgotPassword = (email: string) => call('POST /api/auth/forgot-password', { body: { email } });
export const resetPassword = (body: { token: string; newPassword: string }) =>
  call('POST /api/auth/reset-password', { body });
export const verifyEmail = (body: { token: string; password?: string }) =>
  call('POST /api/auth/verify-email', { body });
export const logout = () => call('POST /api/auth/logout');
