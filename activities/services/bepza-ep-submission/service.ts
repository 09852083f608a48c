/** BEPZA Export Permit Submission: submits drafted applications with their documents to the zone officer. */
import { sheetExtensions, type ServiceDefinition } from '#services/contract.ts';
import { text } from '#services/families/fields-numbers.ts';
import { epApplicationNo } from '#services/families/bepza-fields.ts';
import { epDocuments, submissionInput } from '#services/families/bepza-submission-input.ts';
import { permitSubmissionReferences } from '#services/families/references.ts';

export const bepzaEpSubmissionService = {
  id: 'bepza-ep-submission',
  position: 17,
  name: 'BEPZA Export Permit Submission',
  description:
    'Upload a sheet with the application or invoice numbers of drafted export permits and the documents that belong to them. The documents are attached and each application is sent to the zone officer. You get the receipt number and the time of submission.',
  category: 'BEPZA',
  icon: 'send',
  features: [
    'Finds the draft by application number or by invoice',
    'Attaches documents from a ZIP or from your earlier results, where the portal lacks them',
    'An application that was already sent is not charged the fee again',
  ],
  bengali: {
    name: 'BEPZA রপ্তানি পারমিট জমা',
    description:
      'খসড়া রপ্তানি পারমিটের আবেদন বা ইনভয়েস নম্বর এবং কাগজপত্রসহ শিট আপলোড করুন। কাগজপত্র সংযুক্ত করে প্রতিটি আবেদন জোন কর্মকর্তার কাছে পাঠানো হয়। রসিদ নম্বর ও জমার সময় পাবেন।',
    features: [
      'আবেদন নম্বর বা ইনভয়েস দিয়ে খসড়া খোঁজে',
      'পোর্টালে না থাকলে ZIP বা আগের ফলাফল থেকে কাগজ সংযুক্ত করে',
      'আগে পাঠানো আবেদনের ফি আবার কাটে না',
    ],
  },
  defaultCostHundredths: 200,
  acceptedExtensions: sheetExtensions,
  input: submissionInput({
    applicationNo: epApplicationNo,
    documents: epDocuments,
    more: [{ name: 'remarks', required: false, ...text(1, 250) }],
  }),
  portal: 'bepza',
  credentials: 'bepza_permit',
  effect: 'submit',
  references: permitSubmissionReferences,
  refusesTwins: true,
  sessionScope: (row) => row['zone'] ?? '',
} as const satisfies ServiceDefinition;
