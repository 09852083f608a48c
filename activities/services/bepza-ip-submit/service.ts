/** BEPZA Import Permit Submit: sends drafted applications with their papers to the zone officer. */
import { sheetExtensions, type AvailableService } from '../contract.ts';
import { ipApplicationNo } from '../bepza-fields.ts';
import { ipPapers, submissionInput } from '../bepza-submission-input.ts';

export const bepzaIpSubmitService = {
  id: 'bepza-ip-submit',
  name: 'BEPZA Import Permit Submit',
  description:
    'Upload a sheet with the application or invoice numbers of drafted import permits and the papers that belong to them. The papers are attached and each application is sent to the zone officer. You get the receipt number and the time of submission.',
  category: 'BEPZA',
  icon: 'file-up',
  features: [
    'Finds the draft by application number or by invoice',
    'Attaches papers from a ZIP or from your earlier results, where the portal lacks them',
    'An application that was already sent is not charged the fee again',
  ],
  defaultCostHundredths: 200,
  acceptedExtensions: sheetExtensions,
  availability: 'available',
  input: submissionInput({ applicationNo: ipApplicationNo, papers: ipPapers }),
  portal: 'bepza',
  credentials: 'bepza_permit',
  effect: 'submit',
  sessionScope: (row) => row['zone'] ?? '',
} as const satisfies AvailableService;
