/** What contract tests of portals check about a processed row: how it ended, and what it left on the portal. */
import { PortalFault } from '#activities/portals/contract.ts';
import type { RowResult } from '#services/runner.ts';
import type { Sandbox } from './sandbox.ts';

/** A fault of the portal also ends a row. */
export async function ending(work: Promise<RowResult>): Promise<Pick<RowResult, 'outcome' | 'message'>> {
  try {
    const { outcome, message } = await work;
    return { outcome, message };
  } catch (error) {
    if (!(error instanceof PortalFault)) throw error;
    return { outcome: error.outcome, message: error.said };
  }
}

/** Natural keys of what was filed since the portal was seeded. */
export async function filedKeys(sandbox: Sandbox, portal: string): Promise<string[]> {
  const entries = await sandbox.journal(portal);
  return entries.filter(({ kind }) => kind === 'commit').map(({ key }) => key ?? '');
}
