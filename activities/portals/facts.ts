/** What the platform must know of a portal outside its adapter: plain values, which the client may load as well. */

/**
 * What a session may do on a host. On `sign-in`, passwords and codes are typed, and a page means that the portal asks
 * for the login. On `work`, pages are opened, filings sent and documents downloaded. From `load`, pages load parts,
 * such as the script of a CAPTCHA; nothing is typed on it or sent to it. `widget` is `load` for the host of a CAPTCHA
 * that a person works in a frame of the page: what is done in that frame may be sent to such hosts, by the frame itself.
 */
export const hostRoles = ['sign-in', 'work', 'load', 'widget'] as const;
export type HostRole = (typeof hostRoles)[number];

/** `host` is written as in an address; another port than the usual one as `host:port`. */
export type PortalHost = { host: string; role: HostRole };

export type PortalFacts = {
  /** The name of the portal's folder, also in the database and in the name of its address variable. */
  key: string;
  /** Place in lists of portals, from 1. */
  position: number;
  /** Name for administrators, and for customers where no login is meant. */
  label: string;
  /** Public address; null if it has none, so that its services are off until its variable is set. */
  address: string | null;
  /**
   * Further hosts that its pages lead to. They belong to the public address: where the address is configured, the hosts
   * are too. Every other host stays closed.
   */
  hosts?: readonly PortalHost[];
  /** Set if the portal is a mailbox instead of a website. */
  protocol?: 'imap';
  /** Set if customers may name their own server, so that its services are offered without an address. */
  ownServers?: true;
  /** The login that customers save; null on a portal that is open to everybody. */
  login: {
    /** Name of the saved login in calls and in the database (spec section 6, "Portal credential"). */
    kind: string;
    label: string;
    /** Place in Portal Access, from 1. */
    position: number;
  } | null;
  /**
   * Sessions in which one job may look up rows at the same time; 1 if missing. More than one on a portal with a login
   * says that a login may have several sessions.
   */
  sessionsPerJobMax?: number;
  /**
   * Set if the adapter can also use the official interface of the portal's owner, which answers programs that have a key.
   * It takes the place of the pages where its address and key are configured.
   */
  officialInterface?: true;
};

/** Returns in how many sessions one job may look up rows, unless an administrator sets another number. */
export const sessionsPerJobOf = ({ sessionsPerJobMax }: PortalFacts): number => sessionsPerJobMax ?? 1;

/** Returns whether a job has one session on the portal, whatever administrators set: its login may have no more. */
export const hasOneSessionPerLogin = (facts: PortalFacts): boolean =>
  facts.login !== null && sessionsPerJobOf(facts) === 1;

/** Whether the portal is a website, and not a mailbox. */
export const hasPages = (facts: object): boolean => !('protocol' in facts);

export const hasOfficialInterface = (facts: object): boolean => 'officialInterface' in facts;

/** BB_EXP_URL for `bb-exp`. */
export type AddressVariable<Key extends string> = `${UpperSnake<Key>}_URL`;
/** BB_EXP_HOSTS for `bb-exp`. */
export type HostsVariable<Key extends string> = `${UpperSnake<Key>}_HOSTS`;
/** MAERSK_TRACK_API_URL for `maersk-track`. */
export type InterfaceAddressVariable<Key extends string> = `${UpperSnake<Key>}_API_URL`;
/** MAERSK_TRACK_API_KEY for `maersk-track`. */
export type InterfaceKeyVariable<Key extends string> = `${UpperSnake<Key>}_API_KEY`;
type UpperSnake<Key extends string> = Key extends `${infer Word}-${infer Rest}`
  ? `${Uppercase<Word>}_${UpperSnake<Rest>}`
  : Uppercase<Key>;

const upperSnake = (key: string): string => key.toUpperCase().replaceAll('-', '_');

/** Returns the name of the environment variable with the portal's address. */
export const addressVariable = <Key extends string>(key: Key): AddressVariable<Key> =>
  `${upperSnake(key)}_URL` as AddressVariable<Key>;

/** Returns the name of the environment variable with the portal's further hosts. */
export const hostsVariable = <Key extends string>(key: Key): HostsVariable<Key> =>
  `${upperSnake(key)}_HOSTS` as HostsVariable<Key>;

/** Returns the name of the environment variable with the address of the portal's official interface. */
export const interfaceAddressVariable = <Key extends string>(key: Key): InterfaceAddressVariable<Key> =>
  `${upperSnake(key)}_API_URL` as InterfaceAddressVariable<Key>;

/** Returns the name of the environment variable with the platform's key for that interface, which is a secret. */
export const interfaceKeyVariable = <Key extends string>(key: Key): InterfaceKeyVariable<Key> =>
  `${upperSnake(key)}_API_KEY` as InterfaceKeyVariable<Key>;
