/** The family `api`: calls and queries that customers and administrators wait for, and the ledger. */
import { benchAdminJobs } from './api/admin-jobs.ts';
import { benchCreditHistory } from './api/credit-history.ts';
import { benchLedger } from './api/ledger.ts';
import { benchStatus } from './api/status.ts';
import { benchTenMillion } from './api/ten-million.ts';
import { benchVault } from './api/vault.ts';
import type { Family } from './family.ts';

export const api: Family = {
  ledger: { against: 'TPC-B on the same PostgreSQL', measure: benchLedger },
  'credit-history': { against: 'a history of 1,000 lines', measure: benchCreditHistory },
  'admin-jobs': { against: 'the same list without a filter', measure: benchAdminJobs },
  'ten-million': {
    against: 'the same calls with 1,000 jobs stored',
    measure: benchTenMillion,
    isOnlyByName: true,
  },
  vault: { against: 'the same reads without a rotation', measure: benchVault },
  status: {
    against: "the same server's health call",
    measure: async ({ stack }) => benchStatus(await stack()),
  },
};
