/** Passkeys (WebAuthn) by better-auth's plugin, which answers no request by itself; we ask for more than it does. */
import { passkey } from '@better-auth/passkey';
import { APIError } from 'better-auth/api';
import type { Env } from '#api/env.ts';

/** Of the plugin: the call that makes a session. */
export const PASSKEY_SIGN_IN_PATH = '/passkey/verify-authentication';
/** Of the plugin: the cookie that names the challenge. */
export const passkeyChallenge = 'passkey_challenge';

export function passkeys(env: Env) {
  const { origin, hostname } = new URL(env.APP_URL);
  return passkey({
    rpName: 'Chalan',
    rpID: hostname,
    origin,
    // Kept by the device under the account's name, so that signing in asks for no address.
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

/** A passkey stands for two factors only where the device has asked for a finger, a face or a PIN; the plugin lets others pass. */
function requireUserVerified(userVerified: boolean | undefined): void {
  if (userVerified !== true) throw new APIError('UNAUTHORIZED', { code: 'USER_NOT_VERIFIED' });
}
