/** All columns that the vault encrypts, with the owner and the record that each text is bound to. */
import type { SealBinding } from '#api/adapters/vault.ts';
import { Prisma } from '#prisma/generated/client.ts';

type CredentialOwner = { userId: string; portal: string };

export const sealBindings = {
  portalLogin: ({ userId, portal }: CredentialOwner): SealBinding => ({
    userId,
    record: `portal_credentials/${portal}`,
    formerly: `${userId}:${portal}`,
  }),
  draft: ({ userId, portal, id }: CredentialOwner & { id: string }): SealBinding => ({
    userId,
    record: `credential_drafts/${id}`,
    formerly: `${userId}:${portal}`,
  }),
  secondFactor: (userId: string): SealBinding => ({
    userId,
    record: 'second_factors',
    formerly: `${userId}:second factor`,
  }),
  webhook: ({ userId, id }: { userId: string; id: string }): SealBinding => ({
    userId,
    record: `webhooks/${id}`,
    formerly: `webhook:${id}`,
  }),
  challenge: ({ userId, id }: { userId: string; id: string }): SealBinding => ({
    userId,
    record: `job_challenges/${id}`,
    formerly: `challenge:${id}`,
  }),
  /** Deleted within seconds, so it is never resealed. */
  liveInput: ({ userId, id }: { userId: string; id: string }): SealBinding => ({
    userId,
    record: `live_page_inputs/${id}`,
    formerly: `live-page-input:${id}`,
  }),
  /** Finished within minutes, so it is never resealed. */
  mailboxConsent: ({ userId, id }: { userId: string; id: string }): SealBinding => ({
    userId,
    record: `mailbox_consents/${id}`,
    formerly: `mailbox-consent:${id}`,
  }),
  /** The platform's own login on a portal, with which only probes sign in. */
  probeLogin: (portal: string): SealBinding => ({
    userId: null,
    record: `portal_probe_logins/${portal}`,
    formerly: `probe-login:${portal}`,
  }),
  /** Valid for an hour and then requested again, so it is never resealed. */
  bkashToken: (merchant: string): SealBinding => ({
    userId: null,
    record: `bkash_tokens/${merchant}`,
    formerly: `bkash-token:${merchant}`,
  }),
};

/** The customer is empty in the rows of the platform's own secrets. */
type SealedRow = { sealed: string; userId: string; id: string; portal: string };
export type SealedColumn = {
  table: Prisma.Sql;
  column: Prisma.Sql;
  /** SQL expressions for the parts of a row's binding. */
  owner: Prisma.Sql;
  id: Prisma.Sql;
  portal: Prisma.Sql;
  bindingOf: (row: SealedRow) => SealBinding;
};

const none = Prisma.sql`''`;
const rowId = Prisma.sql`id::text`;
const secret = Prisma.sql`secret`;
const customer = Prisma.sql`user_id`;

/** The columns that stay encrypted for longer than a day, with customers' data keys or the platform's own. */
export const sealedColumns: readonly SealedColumn[] = [
  {
    table: Prisma.sql`portal_credentials`,
    column: secret,
    owner: customer,
    id: none,
    portal: Prisma.sql`portal`,
    bindingOf: sealBindings.portalLogin,
  },
  {
    table: Prisma.sql`credential_drafts`,
    column: secret,
    owner: customer,
    id: rowId,
    portal: Prisma.sql`portal`,
    bindingOf: sealBindings.draft,
  },
  {
    table: Prisma.sql`second_factors`,
    column: secret,
    owner: customer,
    id: none,
    portal: none,
    bindingOf: ({ userId }) => sealBindings.secondFactor(userId),
  },
  {
    table: Prisma.sql`webhooks`,
    column: secret,
    owner: customer,
    id: rowId,
    portal: none,
    bindingOf: sealBindings.webhook,
  },
  {
    table: Prisma.sql`job_challenges`,
    column: Prisma.sql`answer`,
    owner: customer,
    id: rowId,
    portal: none,
    bindingOf: sealBindings.challenge,
  },
  {
    table: Prisma.sql`portal_probe_logins`,
    column: secret,
    owner: none,
    id: none,
    portal: Prisma.sql`portal`,
    bindingOf: ({ portal }) => sealBindings.probeLogin(portal),
  },
];
