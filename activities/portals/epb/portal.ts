/** EPB's export tracker: login by email address, form tokens, one record per statement on origin. */
import type { Portal } from '#activities/portals/contract.ts';
import { labelledLogin } from '#activities/portals/form-login.ts';
import { config } from './config.ts';
import { tools } from './page-helpers.ts';

export const epbExportTracker: Portal = {
  key: 'epb',
  label: 'EPB Export Tracker Portal',
  credentials: 'epb_export_tracker',
  sessionsMax: 4,
  filing: { filingMs: config.timeouts.filingMs, settleMs: config.timeouts.settleMs },
  ...labelledLogin(config, tools),
};
