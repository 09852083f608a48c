/** What look-ups find while the fault `listed-late` lets them lag behind what the portal has stored. */
import type { PortalState } from './store.ts';

/** Changes beyond this number are listed, oldest first, whatever their delay. */
const UNLISTED_MAX = 10_000;

/** A stored change that look-ups do not show yet. */
export type Unlisted = {
  /** Key of the record in the portal's memory. */
  key: string;
  /** The record as it was before; undefined for a new one. */
  before?: unknown;
  /** The time on the sandbox's clock from which everyone finds the change. */
  listedAtMs: number;
  /** The session that filed it. */
  session: string | null;
  /** The session that filed it does not find it either, except on the page that answers the filing. */
  hiddenFromFiler: boolean;
  /** Address of the page that answers the filing, if the answer redirects to one. */
  answer: string | null;
  /** The session has received the answer to the filing. */
  isAnswered: boolean;
};

/** The session that asks, and the address it asks for. */
export type Viewer = { session: string | undefined; url: string };

export function unlist(state: PortalState, change: Unlisted, nowMs: number): void {
  const waiting = state.unlisted.filter(({ listedAtMs }) => listedAtMs > nowMs);
  state.unlisted = [...waiting, change].slice(-UNLISTED_MAX);
}

const isOwn = ({ session }: Unlisted, viewer: Viewer): boolean =>
  session !== null && session === viewer.session;

/** A session that follows the redirect after its filing has received the answer. */
export function noteVisit(state: PortalState, viewer: Viewer): void {
  for (const change of state.unlisted)
    if (isOwn(change, viewer) && change.answer === viewer.url) change.isAnswered = true;
}

function isFound(change: Unlisted, viewer: Viewer, nowMs: number): boolean {
  if (change.listedAtMs <= nowMs) return true;
  if (!isOwn(change, viewer)) return false;
  return change.answer === viewer.url || (change.isAnswered && !change.hiddenFromFiler);
}

/** The records as this viewer's look-ups find them. */
export function listedRecords(state: PortalState, viewer: Viewer, nowMs: number): Record<string, unknown> {
  if (state.unlisted.length === 0) return state.records;
  const seen = { ...state.records };
  const done = new Set<string>();
  // Undoes the changes of each record, from the newest back to the newest one that is listed.
  for (const change of state.unlisted.toReversed()) {
    const { key, before } = change;
    if (done.has(key)) continue;
    if (isFound(change, viewer, nowMs)) done.add(key);
    else if (before === undefined) delete seen[key];
    else seen[key] = before;
  }
  return seen;
}
