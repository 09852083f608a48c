/** BEPZA Export Permit Issue: creates one application per invoice, left as a draft, and downloads its printed form. */
import {
  applicationValues,
  createIssueRunner,
  feeOf,
  draftPdfOf,
} from '#services/families/bepza-issue-run.ts';

export const bepzaEpIssue = createIssueRunner({
  kind: 'export',
  outputColumns: ['application_no', 'portal_status', 'fee_bdt'],
  result: (session, fields) => ({
    values: { ...applicationValues(fields), fee_bdt: feeOf(fields) },
    fetchDocuments: () => draftPdfOf(session, fields),
  }),
});
