/**
 * The pages behind a portal's sign-in that a probe opens, as data: the way to each, and the elements that its adapter
 * needs on it. The only steps are links, and only reading requests leave the browser
 * (`activities/portals/read-only.ts`).
 */
import type { PageTools } from './page-tools.ts';
import type { Timeouts } from './navigation.ts';

/**
 * `follow` opens a link and waits for its page; `unfold` clicks a link that stays on the page, such as the head of a
 * menu. Both are paths in the page map, as is `frame`, the frame that contains the link.
 */
export type ProbeStep = { follow: string; frame?: string } | { unfold: string };

export type ProbePage = {
  /** Name of the page, in the format of recordings' names. */
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
