/** Counts what the sessions of a portal ask of it, for the limit of actions a minute. */
import type { BrowserContext } from 'playwright';
import type { OfficialInterface } from './contract.ts';

/** Actions of a session: in all, and those that were taken from the count. */
type Actions = { made: number; taken: number };
/** A browser context, or what a session without pages has in its place. */
type Counted = BrowserContext | OfficialInterface;
const actionsBySession = new WeakMap<Counted, Actions>();

/**
 * Counts the session's actions from now on: requests by which a page navigates, in its frames too, and requests that send
 * data. Pictures, scripts and styles are none.
 */
export function countActions(context: BrowserContext): void {
  const actions = countFromNow(context);
  context.on('request', (request) => {
    if (request.isNavigationRequest() || request.method() === 'POST') actions.made += 1;
  });
}

/** Counts the actions that are reported with `countAction`. */
export function countFromNow(session: Counted): Actions {
  const actions: Actions = { made: 0, taken: 0 };
  actionsBySession.set(session, actions);
  return actions;
}

/** Counts an action that is no request of a page, such as a download. */
export function countAction(session: Counted): void {
  const actions = actionsBySession.get(session);
  if (actions) actions.made += 1;
}

/** Returns the number of the session's actions that were not returned before. */
export function takeActions(session: Counted): number {
  const actions = actionsBySession.get(session);
  if (!actions) return 0;
  const number = actions.made - actions.taken;
  actions.taken = actions.made;
  return number;
}
