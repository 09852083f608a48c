/**
 * Configures better-auth's plugin for passkeys (WebAuthn). The plugin handles no request directly, and we require user
 * verification where it does not.
 */
import { passkey } from '@better-auth/passkey';
import { APIError } from 'better-auth/api';
import type { Env } from '#api/env.ts';

/** The plugin's call that creates a session. */
export const PASSKEY_SIGN_IN_PATH = '/passkey/verify-authentication';
/** The plugin's cookie that identifies the challenge. */
export const passkeyChallenge = 'passkey_challenge';

export function passkeys(env: Env) {
  const { origin, hostname } = new URL(env.APP_URL);
  return passkey({
    rpName: 'Chalan',
    rpID: hostname,
    origin,
    // The device stores the passkey under the account's name, so that signing in needs no email address.
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    registration: {
      afterVerification: async ({ verification }) =>
        requireUserVerified(verification.registrationInfo?.userVerified),
    },
    authentication: {
      afterVerification: async ({ verification }) =>
        requireUserVerified(verification.authenticationInfo.userVerified),
    },
    advanced: { webAuthnChallengeCookie: passkeyChallenge },
  });
}

/**
 * A passkey counts as two factors only if the device verified a fingerprint, a face or a PIN. The plugin accepts
 * others.
 */
function requireUserVerified(userVerified: boolean | undefined): void {
  if (userVerified !== true) throw new APIError('UNAUTHORIZED', { code: 'USER_NOT_VERIFIED' });
}
