/** Where the practice portals stand. Both processes know it: the API offers practice, the worker works there. */
import type { Env } from '#api/env.ts';
import { portals, type PortalKey } from '#activities/portals/catalogue.ts';

type PracticeEnv = Pick<Env, 'PRACTICE_PORTALS_URL' | 'PRACTICE_MAILBOX_URL'>;

/** Returns the address of a portal's practice portal; undefined if there is none. */
export function practiceAddress(portal: PortalKey, env: PracticeEnv): string | undefined {
  const { PRACTICE_PORTALS_URL, PRACTICE_MAILBOX_URL } = env;
  if (PRACTICE_PORTALS_URL === undefined) return undefined;
  const isMailbox = portals.some((facts) => facts.key === portal && 'protocol' in facts);
  return isMailbox ? PRACTICE_MAILBOX_URL : `${PRACTICE_PORTALS_URL.replace(/\/+$/, '')}/${portal}`;
}
