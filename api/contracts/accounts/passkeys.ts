/** Schemas of the calls about passkeys: adding, listing and removing one's own, and signing in with one. */
import { z } from 'zod';
import { currentPassword, ownerProof } from './account.ts';
import { printable } from './auth.ts';
import { passkeyNameMax } from './passkey-rules.ts';

/** Bytes in the encoding that browsers use; they may include a certificate of the authenticator. */
const bytes = z
  .string()
  .min(1)
  .max(20_000)
  .regex(/^[\w-]+$/);
const credential = {
  id: bytes,
  rawId: bytes,
  type: z.literal('public-key'),
  clientExtensionResults: z.record(z.string().max(100), z.unknown()).default({}),
};

export const beginPasskeyBody = ownerProof;
export const addPasskeyBody = z.object({
  name: z
    .string('Please give the passkey a name.')
    .trim()
    .min(1, 'Please give the passkey a name.')
    .max(passkeyNameMax)
    .regex(printable, 'Please use letters, digits and punctuation only.'),
  credential: z.object({
    ...credential,
    response: z.object({
      clientDataJSON: bytes,
      attestationObject: bytes,
      transports: z
        .array(
          z
            .string()
            .max(20)
            .regex(/^[a-z-]+$/),
        )
        .max(10)
        .default([]),
    }),
  }),
});
export type AddPasskeyBody = z.infer<typeof addPasskeyBody>;

export const passkeyPath = z.object({ userId: z.string().min(1).max(100), id: z.string().min(1).max(100) });
export const removePasskeyBody = z.object({ currentPassword });

export const passkeySignInBody = z.object({
  credential: z.object({
    ...credential,
    response: z.object({
      clientDataJSON: bytes,
      authenticatorData: bytes,
      signature: bytes,
      userHandle: bytes.optional(),
    }),
  }),
});
export type PasskeySignInBody = z.infer<typeof passkeySignInBody>;
