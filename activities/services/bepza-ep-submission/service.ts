/** BEPZA Export Permit Submission: sends drafted applications with their papers to the zone officer. */
import { sheetExtensions, type AvailableService } from '../contract.ts';
import { text } from '../fields-numbers.ts';
import { epApplicationNo } from '../bepza-fields.ts';
import { epPapers, submissionInput } from '../bepza-submission-input.ts';

export const bepzaEpSubmissionService = {
  id: 'bepza-ep-submission',
  name: 'BEPZA Export Permit Submission',
  description:
    'Upload a sheet with the application or invoice numbers of drafted export permits and the papers that belong to them. The papers are attached and each application is sent to the zone officer. You get the receipt number and the time of submission.',
  category: 'BEPZA',
  icon: 'send',
  features: [
    'Finds the draft by application number or by invoice',
    'Attaches papers from a ZIP or from your earlier results, where the portal lacks them',
    'An application that was already sent is not charged the fee again',
  ],
  defaultCostHundredths: 200,
  acceptedExtensions: sheetExtensions,
  availability: 'available',
  input: submissionInput({
    applicationNo: epApplicationNo,
    papers: epPapers,
    more: [{ name: 'remarks', required: false, ...text(1, 250) }],
  }),
  portal: 'bepza',
  credentials: 'bepza_permit',
  effect: 'submit',
  sessionScope: (row) => row['zone'] ?? '',
} as const satisfies AvailableService;
