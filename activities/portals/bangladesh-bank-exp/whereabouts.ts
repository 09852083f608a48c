/** Where the EXP portal's browser is, and the tools to go on from there. */
import { createPageTools } from '#activities/portals/page-tools.ts';
import { config } from './config.ts';
import { maintenanceWords } from './outcomes.ts';

/** Number of the page in an APEX address, `f?p=<app>:<page>:<session>`. */
export function pageId(url: string): string {
  return /[?&]p=\d+:(\d+)/.exec(url)?.[1] ?? '';
}

export function isLoginUrl(url: string): boolean {
  return config.pages.login.includes(pageId(url));
}

export const { goOn, stayInside, file, onPage, explain, alertWords } = createPageTools({
  alert: config.alert,
  maintenanceWords,
  isLogin: isLoginUrl,
  timeouts: config.timeouts,
});
