/** BEPZA Import Permit Submit: submits one drafted application to the zone officer. */
import { ipDocuments } from '#services/families/bepza-submission-input.ts';
import { createSubmissionRunner } from '#services/families/bepza-submission-run.ts';

export const bepzaIpSubmit = createSubmissionRunner({ kind: 'import', documents: ipDocuments });
