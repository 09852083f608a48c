/** The sandbox's memory: a snapshot written atomically, and an append-only journal; both survive a restart. */
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import type { Fault } from './faults.ts';
import { createHolds, type Holds } from './holds.ts';
import type { Unlisted } from './listing.ts';
import type { Session } from './sessions.ts';
import type { BadTries } from './users.ts';

const SNAPSHOT_DELAY_MS = 200;
const JOURNAL_MAX = 200_000;

export type JournalEntry = {
  /** When it happened, on the sandbox's clock; for a commit, when the record was stored. */
  at: string;
  portal: string;
  kind: 'login' | 'login-refused' | 'logout' | 'lookup' | 'description' | 'download' | 'commit';
  user: string;
  /** Natural key of what was looked up, downloaded or stored. */
  key?: string;
  result?: string;
  /** For a commit: when its request arrived, on the sandbox's clock. */
  requestedAt?: string;
  /** For a commit: the session that sent it. */
  session?: string;
};

export type PortalState = {
  sessions: Record<string, Session>;
  /** Messages to users whose session the portal has ended, by session id. */
  logoutNotices: Record<string, string>;
  badTries: Record<string, BadTries>;
  records: Record<string, unknown>;
  /** Changes of records that look-ups do not show yet, in the order in which they were stored. */
  unlisted: Unlisted[];
  settings: PortalSettings;
};
export type PortalSettings = { singleSession: boolean };

export type State = {
  clockOffsetMs: number;
  faults: Fault[];
  portals: Record<string, PortalState>;
  /** Records of practice users, by portal and user; see practice.ts. */
  practice?: Record<string, PortalState>;
};

export function emptyPortalState(): PortalState {
  return {
    sessions: {},
    logoutNotices: {},
    badTries: {},
    records: {},
    unlisted: [],
    settings: { singleSession: false },
  };
}

export type Store = {
  state: State;
  journal: JournalEntry[];
  /** Requests that wait; they are lost at a restart. */
  holds: Holds;
  append: (entry: JournalEntry) => void;
  clearJournal: () => void;
  /** Writes the snapshot soon; many changes become one write. */
  changed: () => void;
  saveNow: () => void;
};

export function openStore(directory: string): Store {
  mkdirSync(directory, { recursive: true });
  const snapshotFile = path.join(directory, 'state.json');
  const journalFile = path.join(directory, 'journal.jsonl');
  const state = readSnapshot(snapshotFile);
  const journal = readJournal(journalFile);
  let timer: NodeJS.Timeout | undefined;

  const saveNow = (): void => {
    clearTimeout(timer);
    timer = undefined;
    writeSnapshot(snapshotFile, state);
  };
  return {
    state,
    journal,
    holds: createHolds(),
    append: (entry) => {
      journal.push(entry);
      if (journal.length > JOURNAL_MAX) journal.shift();
      appendFileSync(journalFile, `${JSON.stringify(entry)}\n`);
    },
    clearJournal: () => {
      journal.length = 0;
      rmSync(journalFile, { force: true });
    },
    changed: () => {
      timer ??= setTimeout(saveNow, SNAPSHOT_DELAY_MS).unref();
    },
    saveNow,
  };
}

/** The file is complete or unchanged, whenever the process is killed. */
export function writeSnapshot(file: string, state: unknown): void {
  writeFileSync(`${file}.new`, JSON.stringify(state));
  renameSync(`${file}.new`, file);
}

function readSnapshot(file: string): State {
  if (!existsSync(file)) return { clockOffsetMs: 0, faults: [], portals: {} };
  const state = JSON.parse(readFileSync(file, 'utf8')) as State;
  // A snapshot of an older sandbox lacks fields that were added since.
  for (const [key, portal] of Object.entries(state.portals))
    state.portals[key] = { ...emptyPortalState(), ...portal };
  return state;
}

/** A line that a kill has cut short is the last one, and is left out. */
function readJournal(file: string): JournalEntry[] {
  if (!existsSync(file)) return [];
  const text = readFileSync(file, 'utf8');
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  if (whole.length < text.length) writeFileSync(file, whole);
  return whole
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as JournalEntry);
}
