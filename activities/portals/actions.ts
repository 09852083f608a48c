/** Counts what the sessions of a portal ask of it, for the limit of actions a minute. */
import type { BrowserContext } from 'playwright';

/** Actions of a session: in all, and those that were taken from the count. */
type Actions = { made: number; taken: number };
const actionsBySession = new WeakMap<BrowserContext, Actions>();

/**
 * Counts the session's actions from now on: requests by which a page navigates, in its frames too, and requests that send
 * data. Pictures, scripts and styles are none.
 */
export function countActions(context: BrowserContext): void {
  const actions: Actions = { made: 0, taken: 0 };
  actionsBySession.set(context, actions);
  context.on('request', (request) => {
    if (request.isNavigationRequest() || request.method() === 'POST') actions.made += 1;
  });
}

/** Counts an action that is no request of a page, such as a download. */
export function countAction(context: BrowserContext): void {
  const actions = actionsBySession.get(context);
  if (actions) actions.made += 1;
}

/** Returns the number of the session's actions that were not returned before. */
export function takeActions(context: BrowserContext): number {
  const actions = actionsBySession.get(context);
  if (!actions) return 0;
  const number = actions.made - actions.taken;
  actions.taken = actions.made;
  return number;
}
