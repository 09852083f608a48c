/** Tools to go on from wherever the export tracker's browser is, and the way to its SOO pages. */
import type { Page } from 'playwright';
import { say } from '#contracts/say.ts';
import { PortalFault } from '../contract.ts';
import { createPageTools, maintenanceWords, type PageTools } from '../page-tools.ts';
import { config } from './config.ts';

const given = { alert: config.alert, maintenanceWords, isLogin: config.isLogin };

export const tools = createPageTools({ ...given, timeouts: config.timeouts });

/** The same with the patience that an upload needs. */
export const uploadTools = (): PageTools =>
  createPageTools({ ...given, timeouts: { ...config.timeouts, navigationMs: config.timeouts.uploadMs } });

/** The list, by the menu that every page behind the login has. */
export async function openList(page: Page): Promise<void> {
  const { soo, logout } = config.menu;
  const link = page.getByRole('link', { name: soo, exact: true });
  if ((await link.count()) > 0) return tools.goOn(page, link);
  if ((await page.getByRole('link', { name: logout, exact: true }).count()) === 0)
    throw new PortalFault(
      'SESSION_EXPIRED',
      say('The place on the portal was lost; the login is done again.'),
    );
  throw new PortalFault(
    'CREDENTIALS_INVALID',
    say(
      'This login has no permission for "{entry}" on the EPB Export Tracker. Save another login in Portal Access.',
      { entry: soo },
    ),
  );
}
