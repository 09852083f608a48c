/**
 * What the platform must know about a portal outside its adapter. These are plain values, so that the client can load
 * them.
 */

/**
 * What a session may do on a host. On `sign-in`, passwords and codes are typed, and any page there means that the
 * portal asks for the login. On `work`, pages are opened, filings sent and documents downloaded. From `load`, pages
 * load parts such as the script of a CAPTCHA; nothing is typed there or sent to it. `widget` is `load` for the host of
 * a CAPTCHA that a person solves in a frame of the page: the frame itself may send the person's input to such hosts.
 */
export const hostRoles = ['sign-in', 'work', 'load', 'widget'] as const;
export type HostRole = (typeof hostRoles)[number];

/** `host` is written as in a URL: `host`, or `host:port` for a port that is not the scheme's default. */
export type PortalHost = { host: string; role: HostRole };

export type PortalFacts = {
  /** The name of the portal's folder, also in the database and in the name of its address variable. */
  key: string;
  /** Position in lists of portals, from 1. */
  position: number;
  /** The portal's name, for administrators, and for customers where the portal and not its login is meant. */
  label: string;
  /** Its name in Bengali texts, where people in Dhaka use one. */
  labelBn?: string;
  /** Public address; null if it has none, so that its services are off until its variable is set. */
  address: string | null;
  /**
   * Further hosts that its pages lead to. They belong to the public address: where the address is configured, the hosts
   * are configured as well. All other hosts are blocked.
   */
  hosts?: readonly PortalHost[];
  /** Set if the portal is a mailbox instead of a website. */
  protocol?: 'imap';
  /** Set if customers can name their own server, so that the services can be offered without an address. */
  ownServers?: true;
  /** The login that customers save; null for a portal that is open to everybody. */
  login: {
    /** Name of the saved login in calls and in the database (spec section 6, "Portal credential"). */
    kind: string;
    label: string;
    labelBn?: string;
    /** Position in Portal Access, from 1. */
    position: number;
  } | null;
  /**
   * Maximum number of sessions in which one job looks up rows at the same time; 1 by default. On a portal with a login,
   * a higher number means that one login may have several sessions.
   */
  sessionsPerJobMax?: number;
  /**
   * Set if the adapter can also use the official interface (API) of the portal's owner. It replaces the pages where its
   * address and key are configured.
   */
  officialInterface?: true;
};

/** Returns the maximum number of sessions of one job, unless an administrator sets another one. */
export const sessionsPerJobOf = ({ sessionsPerJobMax }: PortalFacts): number => sessionsPerJobMax ?? 1;

/** Returns whether a job always has one session on the portal, because its login may have no more. */
export const hasOneSessionPerLogin = (facts: PortalFacts): boolean =>
  facts.login !== null && sessionsPerJobOf(facts) === 1;

/** Returns whether the portal is a website, and not a mailbox. */
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
