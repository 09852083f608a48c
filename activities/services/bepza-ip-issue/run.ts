/** BEPZA Import Permit Issue: an application per invoice and transport document, left as a draft. */
import { applicationValues, createIssueRunner } from '#services/families/bepza-issue-run.ts';

export const bepzaIpIssue = createIssueRunner({
  kind: 'import',
  outputColumns: ['application_no', 'portal_status'],
  result: (_session, facts) => ({ values: applicationValues(facts) }),
});
