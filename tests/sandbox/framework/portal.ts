/** What one portal of the sandbox is, and what the framework hands to it. */
import type { Context, Hono } from 'hono';
import type { FaultKind } from './faults.ts';
import type { Sessions } from './sessions.ts';
import type { JournalEntry } from './store.ts';
import type { User, Users } from './users.ts';

export type SandboxPortal = {
  /** Folder, mount path and name in the control API: `bb-exp` is served under `/bb-exp`. */
  key: string;
  title: string;
  users: readonly User[];
  idleMinutes: number;
  /** Name of the route that a request asks for, such as `search` or `search.submit`; faults aim at it. */
  routeOf: (c: Context) => Promise<string> | string;
  /** Routes that answer a file; faults that spoil files touch only these. */
  fileRoutes: readonly string[];
  /**
   * True for a request that stores a filing if nothing stands against it: `store-late` holds only these. Nothing files
   * on a portal without it.
   */
  isFiling?: (c: Context) => boolean | Promise<boolean>;
  /** Id of the request's session, however the portal carries it. */
  sessionIdOf: (c: Context) => Promise<string | undefined> | string | undefined;
  mount: (app: Hono, tools: PortalTools) => void;
};

export type PortalTools = {
  now: () => Date;
  users: Users;
  sessions: Sessions;
  /** Records that differ from the seed, by the portal's own key; survive a restart. What changes something reads these. */
  records: () => Record<string, unknown>;
  /** The same tools for a request that looks something up: its records lag behind while `listed-late` says so. */
  asListed: (c: Context) => PortalTools;
  /** Notes a login, a look-up or a download. */
  note: (entry: Omit<JournalEntry, 'at' | 'portal'>) => void;
  /**
   * Stores a record and notes the commit before the answer leaves, so that no restart can forget it. The journal has
   * the natural key of the filing where it is another than the record's own.
   */
  commit: (c: Context, key: string, record: unknown, user: string, naturalKey?: string) => void;
  /** True when a fault that the page itself must show is set for this request. */
  shows: (c: Context, kind: FaultKind) => boolean;
};
