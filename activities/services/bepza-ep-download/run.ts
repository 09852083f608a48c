/** BEPZA Export Permit Download: downloads the permits of one row. */
import { createDownloadRunner } from '#services/families/bepza-download-run.ts';

export const bepzaEpDownload = createDownloadRunner({
  kind: 'export',
  prefix: 'EP',
  outputColumns: ['permit_no', 'approved_at', 'valid_till', 'portal_status', 'officer_remark'],
});
