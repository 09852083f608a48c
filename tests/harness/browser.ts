/**
 * One browser for a test file, closed when the file ends.
 * Use: `const openSession = useBrowser()`; `await openSession(baseUrl)` is a portal session in a fresh context.
 */
import { afterAll, afterEach } from 'vitest';
import { createBrowserPool } from '#activities/browser/pool.ts';
import type { PortalSession } from '#activities/portals/contract.ts';
import type { PortalSite } from './sandbox.ts';

/**
 * Opens a session at an address, or on the hosts of a site. Sessions are closed after each test; with `keep`, a session
 * is closed when the file ends.
 */
export function useBrowser(): (
  at: string | PortalSite,
  options?: { keep: boolean },
) => Promise<PortalSession> {
  const pool = createBrowserPool({ chromiumPath: process.env['CHROMIUM_PATH'] });
  const open: PortalSession[] = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map(({ context }) => context.close()));
  });
  afterAll(() => pool.close());
  return async (at, options = { keep: false }) => {
    const { baseUrl, hosts } = typeof at === 'string' ? { baseUrl: at, hosts: [] } : at;
    const context = await pool.openContext(baseUrl, hosts);
    const session = { context, page: await context.newPage(), baseUrl };
    if (!options.keep) open.push(session);
    return session;
  };
}
