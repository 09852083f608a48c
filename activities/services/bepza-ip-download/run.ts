/** BEPZA Import Permit Download: downloads the permits of one row. */
import { createDownloadRunner } from '#services/families/bepza-download-run.ts';

export const bepzaIpDownload = createDownloadRunner({
  kind: 'import',
  prefix: 'IP',
  outputColumns: ['permit_no', 'approved_at', 'valid_till', 'portal_status'],
});
