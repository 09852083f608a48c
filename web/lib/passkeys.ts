/** What the browser does for passkeys: it makes one, or signs with one, once its person has agreed. */

import type { AddPasskeyBody, PasskeySignInBody } from '#contracts/accounts/passkeys.ts';

/** As the server writes its question. */
export type PasskeyOptions = Record<string, unknown>;
/** Why there is no passkey: its person went back or took too long, the device has one already, or the browser can't. */
export type PasskeyFailure = 'given up' | 'there already' | 'not possible';

/** Older browsers can't read the server's question. */
export const hasPasskeys = (): boolean =>
  typeof PublicKeyCredential !== 'undefined' &&
  typeof PublicKeyCredential.parseCreationOptionsFromJSON === 'function' &&
  typeof PublicKeyCredential.parseRequestOptionsFromJSON === 'function';

export async function createPasskey(options: PasskeyOptions): Promise<AddPasskeyBody['credential']> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  return written(await navigator.credentials.create({ publicKey }));
}

export async function signWithPasskey(options: PasskeyOptions): Promise<PasskeySignInBody['credential']> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  );
  return written(await navigator.credentials.get({ publicKey }));
}

/** As the standard writes it, which the server checks. */
function written<Written>(credential: Credential | null): Written {
  if (!(credential instanceof PublicKeyCredential)) throw new DOMException('', 'NotAllowedError');
  return credential.toJSON() as Written;
}

/** Null for a failure that is none of the browser's. */
export function passkeyFailure(error: unknown): PasskeyFailure | null {
  if (!(error instanceof DOMException)) return null;
  if (error.name === 'NotAllowedError' || error.name === 'AbortError') return 'given up';
  return error.name === 'InvalidStateError' ? 'there already' : 'not possible';
}
