/** All columns that the vault encrypts, with the place that each text is bound to. */
import type { Place } from '#api/adapters/vault.ts';
import { Prisma } from '#prisma/generated/client.ts';

type CredentialOwner = { userId: string; portal: string };

export const sealedPlaces = {
  portalLogin: ({ userId, portal }: CredentialOwner): Place => ({
    userId,
    record: `portal_credentials/${portal}`,
    formerly: `${userId}:${portal}`,
  }),
  draft: ({ userId, portal, id }: CredentialOwner & { id: string }): Place => ({
    userId,
    record: `credential_drafts/${id}`,
    formerly: `${userId}:${portal}`,
  }),
  secondFactor: (userId: string): Place => ({
    userId,
    record: 'second_factors',
    formerly: `${userId}:second factor`,
  }),
  webhook: ({ userId, id }: { userId: string; id: string }): Place => ({
    userId,
    record: `webhooks/${id}`,
    formerly: `webhook:${id}`,
  }),
  challenge: ({ userId, id }: { userId: string; id: string }): Place => ({
    userId,
    record: `job_challenges/${id}`,
    formerly: `challenge:${id}`,
  }),
  /** Deleted within seconds, so it is never resealed. */
  liveInput: ({ userId, id }: { userId: string; id: string }): Place => ({
    userId,
    record: `live_page_inputs/${id}`,
    formerly: `live-page-input:${id}`,
  }),
  /** Finished within minutes, so it is never resealed. */
  mailboxConsent: ({ userId, id }: { userId: string; id: string }): Place => ({
    userId,
    record: `mailbox_consents/${id}`,
    formerly: `mailbox-consent:${id}`,
  }),
  /** The platform's own login on a portal, with which only probes sign in. */
  probeLogin: (portal: string): Place => ({
    userId: null,
    record: `portal_probe_logins/${portal}`,
    formerly: `probe-login:${portal}`,
  }),
  /** Valid for an hour and then requested again, so it is never resealed. */
  bkashToken: (merchant: string): Place => ({
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
  /** SQL expressions for the parts of a row's place. */
  owner: Prisma.Sql;
  id: Prisma.Sql;
  portal: Prisma.Sql;
  placeOf: (row: SealedRow) => Place;
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
    placeOf: sealedPlaces.portalLogin,
  },
  {
    table: Prisma.sql`credential_drafts`,
    column: secret,
    owner: customer,
    id: rowId,
    portal: Prisma.sql`portal`,
    placeOf: sealedPlaces.draft,
  },
  {
    table: Prisma.sql`second_factors`,
    column: secret,
    owner: customer,
    id: none,
    portal: none,
    placeOf: ({ userId }) => sealedPlaces.secondFactor(userId),
  },
  {
    table: Prisma.sql`webhooks`,
    column: secret,
    owner: customer,
    id: rowId,
    portal: none,
    placeOf: sealedPlaces.webhook,
  },
  {
    table: Prisma.sql`job_challenges`,
    column: Prisma.sql`answer`,
    owner: customer,
    id: rowId,
    portal: none,
    placeOf: sealedPlaces.challenge,
  },
  {
    table: Prisma.sql`portal_probe_logins`,
    column: secret,
    owner: none,
    id: none,
    portal: Prisma.sql`portal`,
    placeOf: ({ portal }) => sealedPlaces.probeLogin(portal),
  },
];
