/** Creates and uses passkeys through the browser, after the user has agreed. */

import type { AddPasskeyBody, PasskeySignInBody } from '#contracts/accounts/passkeys.ts';

/** The server's WebAuthn options in their JSON form. */
export type PasskeyOptions = Record<string, unknown>;
/**
 * Why no passkey was used: the user cancelled or took too long, the device has one already, or the browser does not
 * support it.
 */
export type PasskeyFailure = 'given up' | 'there already' | 'not possible';

/** Older browsers cannot parse the server's options. */
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

/** Serialises a credential in the standard's JSON form, which the server verifies. */
function written<Written>(credential: Credential | null): Written {
  if (!(credential instanceof PublicKeyCredential)) throw new DOMException('', 'NotAllowedError');
  return credential.toJSON() as Written;
}

/** Returns null for a failure that does not come from the browser. */
export function passkeyFailure(error: unknown): PasskeyFailure | null {
  if (!(error instanceof DOMException)) return null;
  if (error.name === 'NotAllowedError' || error.name === 'AbortError') return 'given up';
  return error.name === 'InvalidStateError' ? 'there already' : 'not possible';
}
