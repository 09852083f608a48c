/** The interface of a portal adapter: how to log in, and which faults it distinguishes. */
import type { BrowserContext, Page } from 'playwright';
import type { MailProvider, MailServer } from '#contracts/portals/mail-servers.ts';
import type { CredentialPortal } from '#contracts/portals/portal-logins.ts';
import type { RowOutcome } from '#contracts/jobs/jobs.ts';
import type { Message } from '#contracts/messages/message.ts';
import { english } from '#contracts/messages/render.ts';
import type { Evidence } from './evidence.ts';
import type { PortalKey } from './catalogue.ts';
import type { BehindSignIn } from './probe-pages.ts';
import type { Mailbox } from './mailbox/mailbox.ts';

/**
 * `password` may be a function, which is called only when the password is typed, so that nothing holds it earlier or
 * while a person answers the portal's question.
 */
export type PortalLogin = {
  username: string;
  password: string | (() => Promise<string>);
  /** The customer's own mail server; without it, the mailbox is at the configured address. */
  server?: MailServer;
  /** Set if `password` gives an access token (OAuth 2.0), and not a password. */
  provider?: MailProvider;
};

/** Returns the password, which is decrypted only now if the login holds a function. */
export const passwordOf = async ({ password }: PortalLogin): Promise<string> =>
  typeof password === 'string' ? password : password();

/** Result of a login; only `ok` leaves a usable page (portals.md 1.1). */
export type LoginResult =
  | { outcome: 'ok' }
  | {
      outcome: 'CREDENTIALS_INVALID' | 'ACCOUNT_LOCKED' | 'HUMAN_REQUIRED' | 'PORTAL_DOWN' | 'PORTAL_CHANGED';
      message: Message;
    };

/** A question of the portal for a person to answer. `picturePng` is the CAPTCHA as the portal shows it. */
type TypedQuestion = { kind: 'captcha' | 'otp'; prompt: Message; picturePng?: Uint8Array };

/** Something that only a person can do on the open page, such as the CAPTCHA of a third party. */
export type LiveQuestion = {
  kind: 'live';
  prompt: Message;
  page: Page;
  /** Returns whether it has been done; the person's view of the page then closes. */
  isDone: () => Promise<boolean>;
};

export type Question = TypedQuestion | LiveQuestion;
/** Returns the person's answer; an empty text once a `live` question has been done. */
export type Ask = (question: Question) => Promise<string>;

export type PortalSession = { context: BrowserContext; page: Page; baseUrl: string };

/** The official interface of a portal's owner, and the platform's key for it. */
export type OfficialInterface = { baseUrl: string; key: string };

/** A session that consists of requests to the official interface and has no page. */
export type InterfaceSession = { official: OfficialInterface };

export type LoginContext = {
  ask: Ask;
  /**
   * Login scope that the row names, such as the zone (`sessionScope` of the service); empty if the service has none.
   */
  scope: string;
};

export type PortalSettings = {
  key: PortalKey;
  credentials: CredentialPortal | null;
  /** Maximum number of concurrent sessions on the portal (api/domain/portals/portal-leases.ts). */
  sessionsMax: number;
  /** Time limits of filings; absent if nothing is filed on the portal. */
  filing?: FilingPatience;
};

export type FilingPatience = {
  /** Time limit for the whole click in milliseconds: sending the request, and waiting for the page that answers it. */
  filingMs: number;
  /** How long after that the portal may still act on the request, in milliseconds. */
  settleMs: number;
};

export type Portal = PortalSettings & {
  /** Logs in if a login is given; on a public portal it only opens the site. */
  login: (session: PortalSession, login: PortalLogin, context: LoginContext) => Promise<LoginResult>;
  logout: (session: PortalSession) => Promise<void>;
  /** Opens the page at which every visit begins, without a login. Throws PortalFault unless it is as expected. */
  entrance: (session: PortalSession) => Promise<void>;
  /** The pages that a probe opens with its own login; absent on a portal that is open to everybody. */
  behindSignIn?: BehindSignIn;
  /** Checks the official interface as `entrance` checks the page; absent for a portal whose facts name no interface. */
  officialEntrance?: (official: OfficialInterface) => Promise<void>;
};

/** A session that consists of an IMAP connection and has no page. */
export type MailSession = { mailbox: Mailbox };

/** Which mail servers are reached, and which certificates are valid. */
export type MailReach = {
  /** Servers that customers name may be on this machine and its network, and may go without TLS. */
  allowsPrivate: boolean;
  /** Certificates (PEM) of authorities that are trusted beside the public ones. */
  authorities?: string;
  /** Returns the address to connect to for a server that a customer names; throws PortalFault if it must not be reached. */
  addressOf: (host: string) => Promise<string>;
};

/** Takes the place of a portal whose documents arrive by email. */
export type MailPortal = PortalSettings & {
  /** Opens the mailbox on the login's own server, or at the address; throws PortalFault with the login's outcome. */
  openMailbox: (address: string | null, login: PortalLogin, reach: MailReach) => Promise<Mailbox>;
  /** Connects without a login; throws PortalFault unless the server greets as expected. */
  greet: (address: string, reach: Pick<MailReach, 'authorities'>) => Promise<void>;
};

/** A portal fault that ends, delays or retries a row, depending on `outcome` (portals.md 1.1). */
export class PortalFault extends Error {
  readonly outcome: Exclude<RowOutcome, 'SUCCESS' | 'ALREADY_DONE'>;
  /** What the login page showed. For later faults the page is still open and can be captured then. */
  evidence: Evidence | null = null;
  /** The sentence for the customer; `message` is its English text. */
  readonly said: Message;
  constructor(outcome: PortalFault['outcome'], said: Message, options?: { cause?: unknown }) {
    super(english(said), options);
    this.name = 'PortalFault';
    this.outcome = outcome;
    this.said = said;
  }
}
