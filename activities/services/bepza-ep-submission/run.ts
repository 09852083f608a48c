/** BEPZA Export Permit Submission: submits one drafted application to the zone officer. */
import { epDocuments } from '#services/families/bepza-submission-input.ts';
import { createSubmissionRunner } from '#services/families/bepza-submission-run.ts';

export const bepzaEpSubmission = createSubmissionRunner({ kind: 'export', documents: epDocuments });
