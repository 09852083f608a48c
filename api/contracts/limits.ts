/**
 * Joins the limits and periods of all areas, from the files of `limits/`. Units stand in the names; those of the
 * specification are marked "spec section 9".
 */
import { limitsOfAccounts } from './limits/accounts.ts';
import { limitsOfFilings } from './limits/filings.ts';
import { limitsOfJobs } from './limits/jobs.ts';
import { limitsOfLivePages } from './limits/live-pages.ts';
import { limitsOfPayments } from './limits/payments.ts';
import { limitsOfPdfTables } from './limits/pdf-tables.ts';
import { limitsOfPortals } from './limits/portals.ts';
import { limitsOfSite } from './limits/site.ts';
import { limitsOfUploads } from './limits/uploads.ts';

export const limits = {
  ...limitsOfAccounts,
  ...limitsOfFilings,
  ...limitsOfJobs,
  ...limitsOfLivePages,
  ...limitsOfPayments,
  ...limitsOfPdfTables,
  ...limitsOfPortals,
  ...limitsOfSite,
  ...limitsOfUploads,
} as const;
