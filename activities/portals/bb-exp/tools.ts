/** Page tools for the EXP portal: identify the current page and navigate from it. */
import { createPageTools } from '#activities/portals/page-tools.ts';
import { config } from './config.ts';

/** Returns the page number in an APEX address, `f?p=<app>:<page>:<session>`. */
export function pageId(url: string): string {
  return /[?&]p=\d+:(\d+)/.exec(url)?.[1] ?? '';
}

/** Returns whether the URL is a page of the login, to which the portal redirects ended sessions. */
export function isLoginUrl(url: string): boolean {
  return config.pages.login.includes(pageId(url));
}

export const tools = createPageTools(config, { isLogin: isLoginUrl });
export const {
  clickAndWait,
  follow,
  stayInside,
  file,
  fillIn,
  onPage,
  explain,
  alertWords,
  answerWords,
  wordsInstead,
  shownAlert,
  requireShown,
} = tools;
