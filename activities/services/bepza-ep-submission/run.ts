/** BEPZA Export Permit Submission: submits one drafted application to the zone officer. */
import { epPapers } from '#services/families/bepza-submission-input.ts';
import { createSubmissionRunner } from '#services/families/bepza-submission-run.ts';

export const bepzaEpSubmission = createSubmissionRunner({ kind: 'export', papers: epPapers });
