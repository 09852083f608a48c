/** BEPZA Import Permit Submit: one drafted application to the zone officer. */
import { ipPapers } from '../bepza-submission-input.ts';
import { createSubmissionRunner } from '../bepza-submission-run.ts';

export const bepzaIpSubmit = createSubmissionRunner({ kind: 'import', papers: ipPapers });
