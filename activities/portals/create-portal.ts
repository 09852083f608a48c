/** Builds the adapter of a portal from its facts, its limits and its sign-in. */
import type { PortalKey } from './catalogue.ts';
import type { FilingPatience, MailPortal, Portal, PortalSettings } from './contract.ts';
import type { PortalFacts } from './facts.ts';
import type { BehindSignIn } from './probe-pages.ts';

type Facts = PortalFacts & { key: PortalKey };

type Limits = {
  /** Maximum number of concurrent sessions on the portal, one for each login. */
  sessionsMax: number;
  /** Time limits of filings; absent if nothing is filed on the portal. */
  filing?: FilingPatience;
};

type Definition<Given extends Facts> = Limits & {
  facts: Given;
} & (Given['login'] extends null
    ? {
        signIn?: never;
        behindSignIn?: never;
        /** Opens the page at which every visit begins (`Portal`). */
        entrance: Portal['entrance'];
        officialEntrance?: NonNullable<Portal['officialEntrance']>;
      }
    : {
        /** Signs in with a saved login, and signs out. For a login form, use `createSignIn`. */
        signIn: SignIn;
        /** The pages that a probe opens with its own login. */
        behindSignIn?: BehindSignIn;
        entrance?: never;
        officialEntrance?: never;
      });

export type SignIn = Pick<Portal, 'login' | 'logout' | 'entrance'>;

/** The login and logout of a portal that is open to everybody: there is nothing to do. */
const openToEverybody: Pick<Portal, 'login' | 'logout'> = {
  login: async () => ({ outcome: 'ok' }),
  logout: async () => undefined,
};

/** Creates the adapter of a website. */
export function createPortal<const Given extends Facts>(given: Definition<Given>): Portal {
  const { entrance, officialEntrance, behindSignIn } = given;
  const signIn = given.signIn ?? (entrance && { ...openToEverybody, entrance });
  if (!signIn) throw new Error(`The portal ${given.facts.key} has no entrance.`);
  return {
    ...settingsOf(given),
    ...signIn,
    ...(behindSignIn ? { behindSignIn } : {}),
    ...(officialEntrance ? { officialEntrance } : {}),
  };
}

/** Creates the adapter of a mailbox that takes the place of a website. */
export function createMailPortal(
  given: Limits & { facts: Facts } & Pick<MailPortal, 'openMailbox' | 'greet'>,
): MailPortal {
  const { openMailbox, greet } = given;
  return { ...settingsOf(given), openMailbox, greet };
}

function settingsOf({ facts, sessionsMax, filing }: Limits & { facts: Facts }): PortalSettings {
  const credentials = (facts.login?.kind ?? null) as PortalSettings['credentials'];
  // A portal's timeouts have more entries than these two.
  const patience = filing && { filing: { filingMs: filing.filingMs, settleMs: filing.settleMs } };
  return { key: facts.key, credentials, sessionsMax, ...patience };
}
