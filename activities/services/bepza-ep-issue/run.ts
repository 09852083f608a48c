/** BEPZA Export Permit Issue: an application per invoice, left as a draft, with the portal's print of it. */
import { applicationValues, createIssueRunner, feeOf, printOf } from '#services/families/bepza-issue-run.ts';

export const bepzaEpIssue = createIssueRunner({
  kind: 'export',
  outputColumns: ['application_no', 'portal_status', 'fee_bdt'],
  result: async (session, facts) => ({
    values: { ...applicationValues(facts), fee_bdt: feeOf(facts) },
    documents: await printOf(session, facts),
  }),
});
