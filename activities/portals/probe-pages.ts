/**
 * The pages behind a portal's sign-in that a probe opens, as data: the way to each, and what its adapter needs on it. The
 * only steps are links, and nothing but reading requests leave the browser meanwhile (`activities/portals/read-only.ts`).
 */
import type { PageTools } from './page-tools.ts';
import type { Timeouts } from './navigation.ts';

/**
 * `follow` opens a link and waits for its page, `unfold` clicks one that stays on the page, such as the head of a menu.
 * Both are paths in the page map, as is `frame`, the frame that has the link.
 */
export type ProbeStep = { follow: string; frame?: string } | { unfold: string };

export type ProbePage = {
  /** Name of the page, written as the names of recordings are. */
  page: string;
  /** The way from any page behind the sign-in. */
  steps: readonly ProbeStep[];
  /** Path of the frame that the page is shown in, if it is shown in one. */
  frame?: string;
  /** Paths of the texts that must be found on the page. */
  shows: readonly string[];
};

export type BehindSignIn = {
  pages: readonly ProbePage[];
  tools: Pick<PageTools, 'clickAndWait' | 'explain' | 'isLogin'>;
  timeouts: Timeouts;
};
