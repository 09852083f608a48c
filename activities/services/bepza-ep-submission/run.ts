/** BEPZA Export Permit Submission: one drafted application to the zone officer. */
import { epPapers } from '../bepza-submission-input.ts';
import { createSubmissionRunner } from '../bepza-submission-run.ts';

export const bepzaEpSubmission = createSubmissionRunner({ kind: 'export', papers: epPapers });
