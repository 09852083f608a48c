/** Schemas of the calls of spec section 7 "Portal credentials". The password is write-only. */
import { z } from 'zod';
import { mailProviders, mailSecurities } from './mail-servers.ts';
import { bankKey } from './bank-keys.ts';
import { credentialPortals, isBankLogin, type CredentialName } from './portal-logins.ts';

const mailServer = z.object({
  host: z
    .string()
    .trim()
    .toLowerCase()
    .max(253)
    .regex(
      /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/,
      'Please enter the name of the mail server, such as imap.example.com.',
    ),
  port: z.int().min(1).max(65_535),
  security: z.enum(mailSecurities),
});

/** `bank_cash_incentive:delta-bank` is the login of a bank other than the first. */
const ofBank = z
  .custom<CredentialName>((name) => {
    const [kind, key, ...rest] = typeof name === 'string' ? name.split(':') : [];
    return isBankLogin(kind ?? '') && rest.length === 0 && bankKey.safeParse(key).success;
  })
  .meta({ type: 'string', pattern: '^bank_cash_incentive:[a-z0-9-]+$' });
export const credentialName: z.ZodType<CredentialName, CredentialName> = z.union(
  [z.enum(credentialPortals), ofBank],
  { error: 'This portal does not exist.' },
);

export const credentialBody = z.object({
  userId: z.string().optional(),
  portalName: credentialName,
  username: z.string().trim().min(1, 'Username is required').max(200),
  password: z.string().min(1, 'Password is required').max(500),
  server: mailServer.nullish().describe('The own server of a mailbox.'),
});
/**
 * `consent`: the customer allows the platform to act on the portal with this login (portals.md 9.7); it is required
 * once.
 */
export const saveCredentialBody = credentialBody.extend({ consent: z.boolean().optional() });

/** `consent` is the customer's consent to us, as above; the provider asks for its own. */
export const beginConsentBody = z.object({
  provider: z.enum(mailProviders),
  consent: z.boolean().optional(),
});
/** The provider sends no code if the customer refused. */
export const finishConsentBody = z.object({
  state: z.string().min(1).max(200),
  code: z.string().min(1).max(4_000).nullish(),
});
