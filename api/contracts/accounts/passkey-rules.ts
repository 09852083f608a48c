/** Limits of passkeys. Imports no schemas, so that pages need not load their library. */

export const passkeysMax = 10;
export const passkeyNameMax = 60;
