/** BEPZA Import Permit Issue: creates one application per invoice and transport document, and leaves it as a draft. */
import { applicationValues, createIssueRunner } from '#services/families/bepza-issue-run.ts';

export const bepzaIpIssue = createIssueRunner({
  kind: 'import',
  outputColumns: ['application_no', 'portal_status'],
  result: (_session, fields) => ({ values: applicationValues(fields) }),
});
