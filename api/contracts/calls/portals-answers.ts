/** Response schemas of the calls about portals, their logins, references and rates; the types are inferred from them. */
import { z } from 'zod';
import { incentiveSchemes } from '#contracts/portals/incentive-rates.ts';
import type { CredentialName } from '#contracts/portals/portal-logins.ts';
import { referenceKinds } from '#contracts/portals/portal-references.ts';
import { mailProviders, mailSecurities } from '#contracts/portals/mail-servers.ts';
import { portalBoardStates } from '#contracts/portals/portal-status.ts';
import { textShape } from '#contracts/messages/shapes.ts';
import { knownAs } from './call.ts';
import { count, moment, optionalMoment } from './parts.ts';
import { picturedElements, portalPage, walk } from './portal-pages-answers.ts';

/** The login's portal, with the bank's key for every bank but the first: bank_cash_incentive:delta-bank. */
const shownName = knownAs<CredentialName, z.ZodString>(z.string());

export const savedCredential = z.object({
  portal_name: shownName,
  updated_at: moment,
  consent_at: optionalMoment,
  /** When the saved login was last used or tested, and the result: `ok` or a row outcome. */
  tested_at: optionalMoment,
  test_outcome: z.string().nullable(),
  managed: z.boolean().describe('Entered by our team, and never shown.'),
  provider: z.enum(mailProviders).nullable().describe('The provider that granted access to a mailbox.'),
});
export type SavedCredential = z.infer<typeof savedCredential>;

const mailServer = z.object({
  host: z.string(),
  port: z.number(),
  security: z.enum(mailSecurities),
});
/** A saved login as its owner sees it. The server and the provider are set for mailboxes only. */
export const shownCredential = z.object({
  username: z.string().nullable(),
  server: mailServer.nullable().describe('The own server of a mailbox; null for the configured one.'),
  provider: z.enum(mailProviders).nullable().describe('The provider that granted access to a mailbox.'),
});
export type ShownCredential = z.infer<typeof shownCredential>;

/** How a mailbox can be connected here. */
export const mailboxSettings = z.object({
  providers: z.array(z.enum(mailProviders)).describe('Providers that can grant access without a password.'),
  hasUsualServer: z.boolean().describe('Whether a login without a server of its own can be used.'),
  allowsPlain: z.boolean().describe('Whether a server without encryption can be used.'),
});
export type MailboxSettings = z.infer<typeof mailboxSettings>;

/**
 * Per cent of net FOB for shipments on these days, both included. Without a last day, the rate applies until further
 * notice.
 */
export const rate = z.object({
  id: z.uuid(),
  scheme: z.enum(incentiveSchemes),
  ratePercent: z.number(),
  validFrom: z.iso.date(),
  validTo: z.iso.date().nullable(),
});
export type IncentiveRate = z.infer<typeof rate>;

export const portalBoardEntry = z.object({
  portal: z.string(),
  label: z.string(),
  state: z.enum(portalBoardStates),
  /** When this state began; null if no other state was ever seen. */
  since: optionalMoment,
  /** The reason for the pause, or what the portal last reported. */
  detail: z.string(),
  /** Name of the administrator, or `Chalan` if the portal changed; null while it is open. */
  pausedBy: z.string().nullable(),
  opensAt: optionalMoment.describe('When a closed portal opens; null for one that is not closed.'),
  jobs: z.object({ running: count, queued: count, parked: count }),
  services: z.array(z.string()),
  address: z.string().nullable().describe('Where the worker reaches it; null if nothing is configured.'),
  hosts: z.array(z.string()).describe('Further hosts that its pages lead to, each with its role.'),
  pageMap: z
    .object({ texts: count, version: count, unused: count })
    .describe(
      'How many texts its page map has, the version in force, which is 0 for the map itself, and how many of its changes have no effect any more.',
    ),
  checks: z
    .object({ items: count, checked: count })
    .describe('How many items its go-live list has, and how many of them are checked.'),
  addressVariable: z.string().describe('The variable of the environment that sets the address.'),
  logins: z
    .object({ saved: count, refused: count })
    .nullable()
    .describe(
      'Logins that companies have saved, and those that the portal refused last; null if it has none.',
    ),
  probe: z
    .object({
      outcome: z.enum(['ok', 'PORTAL_DOWN', 'PORTAL_CHANGED']),
      at: moment,
      since: moment
        .nullable()
        .describe(
          'Since when probes find this; null if the portal was resumed afterwards, so that it no longer counts.',
        ),
      ...textShape('message'),
      tookMs: z.number(),
    })
    .nullable()
    .describe('The last look at its entrance; null before the first.'),
  probing: z
    .object({ since: moment, by: z.string() })
    .nullable()
    .describe('The probe that an administrator asked for and that has not ended; else null.'),
  behindSignIn: z
    .object({
      hasLogin: z.boolean(),
      isStopped: z
        .boolean()
        .describe('Whether probes have stopped signing in, until a login is saved again.'),
      walk: walk.nullable(),
    })
    .nullable()
    .describe('What probes find with a login of their own; null for a portal that has no login or no pages.'),
});
export type PortalBoardEntry = z.infer<typeof portalBoardEntry>;

const pageTexts = z.record(z.string(), z.string()).describe('Texts by their path in the map.');

/** The texts, ids and selectors by which a portal's adapter finds things on its pages. */
export const pageMapView = z.object({
  portal: z.string(),
  texts: z.array(z.object({ path: z.string(), text: z.string() })).describe('The map itself.'),
  version: z.number().describe('The version in force; 0 if nothing was published.'),
  changes: pageTexts,
  unused: z
    .array(z.object({ path: z.string(), text: z.string() }))
    .describe(
      'Published changes whose text a later release has renamed or dropped, so that they have no effect.',
    ),
  versions: z.array(
    z.object({ version: z.number(), changes: pageTexts, reason: z.string(), by: z.string(), at: moment }),
  ),
  changedPages: z
    .array(
      z.object({
        fileId: z.uuid(),
        jobId: z.uuid(),
        name: z.string(),
        at: moment,
        pictured: picturedElements
          .nullable()
          .describe('What was found on the picture, if it was looked for.'),
      }),
    )
    .describe('Pictures of pages on which jobs found the portal changed, newest first.'),
  pages: z.array(portalPage).describe('The pages as probes know them; those that have changed come first.'),
});
export type PageMapView = z.infer<typeof pageMapView>;

/** What administrators must check on the portal itself before its services are offered, and what they have checked. */
export const portalChecks = z.object({
  portal: z.string(),
  items: z.array(
    z.object({
      id: z.string(),
      text: z.string(),
      check: z
        .object({ by: z.string(), at: moment, note: z.string() })
        .nullable()
        .describe('Null for an item that nobody has checked.'),
    }),
  ),
});
export type PortalChecks = z.infer<typeof portalChecks>;

export const pageTrial = z.object({
  entrance: z.object({ outcome: z.enum(['ok', 'PORTAL_DOWN', 'PORTAL_CHANGED']), ...textShape('message') }),
  found: z
    .record(z.string(), z.number())
    .nullable()
    .describe('How often each text of the map is on the page last found changed; null without such a page.'),
});
export type PageTrial = z.infer<typeof pageTrial>;

/** A portal as customers see it: its present state, its history, and how recent rows on it ended. */
export const portalStatus = z.object({
  portal: z.string(),
  label: z.string(),
  state: z.enum(portalBoardStates),
  since: optionalMoment,
  opensAt: optionalMoment.describe('When a closed portal opens; null for one that is not closed.'),
  probedAt: optionalMoment.describe('When its entrance was last looked at.'),
  history: z
    .object({
      firstDay: z.iso.date().describe('A day in Bangladesh; the others follow it, up to today.'),
      outMinutes: z.array(z.number()).describe('Minutes of each day in which the portal could not be used.'),
      upPercent: z.number().describe('Share of the time in which it could be used, in per cent.'),
    })
    .nullable()
    .describe('Null before the portal was first seen.'),
  services: z.array(
    z.object({
      serviceId: z.string(),
      rows: count.describe('Rows of the last seven days that reached the portal.'),
      rowsDone: count,
      rowMs: z.number().nullable().describe('Median time of a row in milliseconds.'),
    }),
  ),
});
export type PortalStatus = z.infer<typeof portalStatus>;

/** A company that has the reference. */
export const referenceOwner = z.object({
  kind: z.enum(referenceKinds),
  value: z.string(),
  userId: z.string(),
  email: z.string(),
  company: z.string(),
  /** When the portal showed it to the company, or an administrator assigned it. */
  provedAt: moment,
});
export type ReferenceOwnerView = z.infer<typeof referenceOwner>;

/** A company's portal login as administrators see it, without user name and password. */
export const managedLogin = z.object({
  portal: shownName,
  updated_at: moment,
  consent_at: optionalMoment,
  managed: z.boolean(),
  provider: z.enum(mailProviders).nullable(),
  tested_at: optionalMoment,
  test_outcome: z.string().nullable(),
});
export type ManagedLogin = z.infer<typeof managedLogin>;
