/** What a portal adapter is: how to log in, and how its faults are told apart. */
import type { BrowserContext, Page } from 'playwright';
import type { CredentialPortal } from '#contracts/portals/portal-logins.ts';
import type { RowOutcome } from '#contracts/jobs/jobs.ts';
import type { Evidence } from './evidence.ts';
import type { PortalKey } from '#activities/services/contract.ts';
import type { Mailbox } from './mailbox/mailbox.ts';

/** `password` is fetched where it is typed: nothing holds it before, or while a person answers the portal's question. */
export type PortalLogin = { username: string; password: string | (() => Promise<string>) };

export const passwordOf = async ({ password }: PortalLogin): Promise<string> =>
  typeof password === 'string' ? password : password();

/** How a login ended; only `ok` leaves a usable page (portals.md 1.1). */
export type LoginResult =
  | { outcome: 'ok' }
  | {
      outcome: 'CREDENTIALS_INVALID' | 'ACCOUNT_LOCKED' | 'HUMAN_REQUIRED' | 'PORTAL_DOWN' | 'PORTAL_CHANGED';
      message: string;
    };

/** A question of the portal that a person answers; `picturePng` is the CAPTCHA as the portal shows it. */
export type Question = { kind: 'captcha' | 'otp'; prompt: string; picturePng?: Uint8Array };
export type Ask = (question: Question) => Promise<string>;

export type PortalSession = { context: BrowserContext; page: Page; baseUrl: string };

export type LoginContext = {
  ask: Ask;
  /** Part of the login that the row names, such as the zone (`sessionScope` of the service); empty without one. */
  scope: string;
};

type PortalFacts = {
  key: PortalKey;
  label: string;
  credentials: CredentialPortal | null;
  /** At most so many sessions on the portal at a time (api/domain/portals/portal-leases.ts). */
  sessionsMax: number;
  /** Where something is filed: how long that may take. */
  filing?: FilingPatience;
};

export type FilingPatience = {
  /** The whole click: sending the request, and waiting for the page that answers it. */
  filingMs: number;
  /** How long after that the portal may still act on what it was sent. */
  settleMs: number;
};

export type Portal = PortalFacts & {
  /** Opens the portal where everybody may; logs in where a login is given. */
  login: (session: PortalSession, login: PortalLogin, context: LoginContext) => Promise<LoginResult>;
  logout: (session: PortalSession) => Promise<void>;
};

/** A session that is a connection and has no page. */
export type MailSession = { mailbox: Mailbox };

/** Stands in for a portal whose documents come by mail. */
export type MailPortal = PortalFacts & {
  /** Throws PortalFault with the login's outcome. */
  openMailbox: (address: string, login: PortalLogin) => Promise<Mailbox>;
};

/** A fault of the portal that ends, delays or repeats a row; `outcome` decides which (portals.md 1.1). */
export class PortalFault extends Error {
  readonly outcome: Exclude<RowOutcome, 'SUCCESS' | 'ALREADY_DONE'>;
  /** What the login page showed; later pages are still open when the fault arrives. */
  evidence: Evidence | null = null;
  constructor(outcome: PortalFault['outcome'], message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'PortalFault';
    this.outcome = outcome;
  }
}
