/** What one portal of the sandbox is, and what the framework provides to it. */
import type { Context, Hono } from 'hono';
import type { FaultKind } from './faults.ts';
import type { SandboxHosts } from './hosts.ts';
import type { Sessions } from './sessions.ts';
import type { JournalEntry } from './store.ts';
import type { User, Users } from './users.ts';

export type SandboxPortal = {
  /** Folder, mount path and name in the control API: `bb-exp` is served under `/bb-exp`. */
  key: string;
  title: string;
  /** The hosts on which the portal is served as the original; absent if it has one. */
  hosts?: SandboxHosts;
  users: readonly User[];
  /** What a person answers when the portal asks the user `otp` for a code; absent if it never asks. */
  code?: string;
  idleMinutes: number;
  /** Name of the route that a request is for, such as `search` or `search.submit`; faults select routes by it. */
  routeOf: (c: Context) => Promise<string> | string;
  /** Routes that answer with a file; faults that corrupt files affect only these. */
  fileRoutes: readonly string[];
  /**
   * True for a request that stores a filing unless a rule refuses it: `store-late` holds only these. A portal without
   * this function accepts no filings.
   */
  isFiling?: (c: Context) => boolean | Promise<boolean>;
  /** Id of the request's session, however the portal transmits it. */
  sessionIdOf: (c: Context) => Promise<string | undefined> | string | undefined;
  mount: (app: Hono, tools: PortalTools) => void;
};

export type PortalTools = {
  now: () => Date;
  users: Users;
  sessions: Sessions;
  /**
   * Records that differ from the seed, by the portal's own key; they survive a restart. Requests that change something
   * read these.
   */
  records: () => Record<string, unknown>;
  /** The same tools for a request that looks something up: its records lag behind while `listed-late` is set. */
  asListed: (c: Context) => PortalTools;
  /** Records a login, a look-up or a download in the journal. */
  note: (entry: Omit<JournalEntry, 'at' | 'portal'>) => void;
  /**
   * Stores a record and its journal entry before the answer is sent, so that a restart cannot lose it. `naturalKey` is
   * the filing's natural key in the journal, where it differs from the record's own.
   */
  commit: (c: Context, key: string, record: unknown, user: string, naturalKey?: string) => void;
  /** True if a fault that the page itself must show is set for this request. */
  shows: (c: Context, kind: FaultKind) => boolean;
};
