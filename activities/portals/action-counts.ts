/** Counts the actions of portal sessions, for the limit of actions a minute. */
import type { BrowserContext } from 'playwright';
import type { OfficialInterface } from './contract.ts';

/** Actions of a session: all that were made, and those that `takeActions` has already returned. */
type Actions = { made: number; taken: number };
/** What identifies a session: its browser context, or the official interface of a session without pages. */
type Counted = BrowserContext | OfficialInterface;
const actionsBySession = new WeakMap<Counted, Actions>();

/**
 * Counts the session's actions from now on: page navigations, those of frames too, and requests that send data.
 * Pictures, scripts and styles do not count.
 */
export function countActions(context: BrowserContext): void {
  const actions = countFromNow(context);
  context.on('request', (request) => {
    if (request.isNavigationRequest() || request.method() === 'POST') actions.made += 1;
  });
}

/** Starts a count for a session whose actions are reported with `countAction`. */
export function countFromNow(session: Counted): Actions {
  const actions: Actions = { made: 0, taken: 0 };
  actionsBySession.set(session, actions);
  return actions;
}

/** Counts an action that no page requests, such as a download. */
export function countAction(session: Counted): void {
  const actions = actionsBySession.get(session);
  if (actions) actions.made += 1;
}

/** Returns the number of the session's actions since the last call. */
export function takeActions(session: Counted): number {
  const actions = actionsBySession.get(session);
  if (!actions) return 0;
  const number = actions.made - actions.taken;
  actions.taken = actions.made;
  return number;
}
