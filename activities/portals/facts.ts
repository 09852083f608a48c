/** What the platform must know of a portal outside its adapter: plain values, which the client may load as well. */

export type PortalFacts = {
  /** The name of the portal's folder, also in the database and in the name of its address variable. */
  key: string;
  /** Place in lists of portals, from 1. */
  position: number;
  /** Name for administrators, and for customers where no login is meant. */
  label: string;
  /** Public address; null if it has none, so that its services are off until its variable is set. */
  address: string | null;
  /** Set if the portal is a mailbox instead of a website. */
  protocol?: 'imap';
  /** The login that customers save; null on a portal that is open to everybody. */
  login: {
    /** Name of the saved login in calls and in the database (spec section 6, "Portal credential"). */
    kind: string;
    label: string;
    /** Place in Portal Access, from 1. */
    position: number;
  } | null;
};

/** BB_EXP_URL for `bb-exp`. */
export type AddressVariable<Key extends string> = `${UpperSnake<Key>}_URL`;
type UpperSnake<Key extends string> = Key extends `${infer Word}-${infer Rest}`
  ? `${Uppercase<Word>}_${UpperSnake<Rest>}`
  : Uppercase<Key>;

/** Returns the name of the environment variable with the portal's address. */
export const addressVariable = <Key extends string>(key: Key): AddressVariable<Key> =>
  `${key.toUpperCase().replaceAll('-', '_')}_URL` as AddressVariable<Key>;
