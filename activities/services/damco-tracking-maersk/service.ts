/** Damco / Maersk Tracking: where each ocean shipment is, and when it arrives. */
import { z } from 'zod';
import { asIssue } from '#contracts/messages/cell-issue.ts';
import { sheetExtensions, type ServiceDefinition } from '#services/contract.ts';
import { isContainer } from '#services/families/fields-containers.ts';
import { keyboardText, text, type Field } from '#services/families/fields-numbers.ts';
import { damcoTrackingMaerskMessages } from './messages.ts';

/** Accepts a container, a booking, a bill of lading of 9 digits, or MAEU and 9 characters (portals.md 4.4). */
const trackingNumber: Field = {
  schema: z
    .string()
    .overwrite((cell) => keyboardText(cell).toUpperCase().replace(/[\s-]/g, ''))
    .refine(
      (number) => isContainer(number) || /^(\d{9}|MAEU[A-Z0-9]{9})$/.test(number),
      asIssue(damcoTrackingMaerskMessages.notReference()),
    ),
  hint: damcoTrackingMaerskMessages.referenceHint(),
};

export const damcoTrackingMaerskService = {
  id: 'damco-tracking-maersk',
  position: 23,
  name: 'Damco / Maersk Tracking',
  description:
    'Upload a sheet with container, booking or bill of lading numbers. Each shipment is looked up in Maersk tracking. You get the last event, vessel and ETA of each, and further sheets with every container and every event.',
  category: 'Tracking Services',
  icon: 'route',
  features: [
    'Takes container, booking and bill of lading numbers in one column',
    'Last event, place and time of every container',
    'All events with terminal, vessel and voyage on their own sheet',
    'Your PO or invoice reference is kept beside each result',
  ],
  bengali: {
    name: 'Damco / Maersk ট্র্যাকিং',
    description:
      'কনটেইনার, বুকিং বা বিল অব লেডিং নম্বরের শিট আপলোড করুন। Maersk ট্র্যাকিংয়ে প্রতিটি শিপমেন্ট খোঁজা হয়। শেষ ঘটনা, জাহাজ ও ETA, এবং আলাদা শিটে সব কনটেইনার ও সব ঘটনা পাবেন।',
    features: [
      'কনটেইনার, বুকিং ও বিল অব লেডিং নম্বর এক কলামেই',
      'প্রতিটি কনটেইনারের শেষ ঘটনা, জায়গা ও সময়',
      'টার্মিনাল, জাহাজ ও ভয়েজসহ সব ঘটনা আলাদা শিটে',
      'আপনার PO বা ইনভয়েস রেফারেন্স ফলাফলের পাশে থাকে',
    ],
  },
  valueLabels: {
    containers: 'কনটেইনারের সংখ্যা',
    last_event: 'শেষ ঘটনা',
    last_event_time: 'শেষ ঘটনার সময়',
    last_location: 'শেষ অবস্থান',
    origin: 'যাত্রা শুরুর স্থান',
    size_type: 'আকার ও ধরন',
    transit_status: 'পরিবহনের অবস্থা',
  },
  defaultCostHundredths: 100,
  acceptedExtensions: sheetExtensions,
  input: {
    kind: 'sheet',
    columns: [
      {
        name: 'tracking_no',
        aliases: ['container', 'container no', 'booking no', 'bl no', 'tracking number'],
        required: true,
        ...trackingNumber,
      },
      {
        name: 'reference',
        aliases: ['po', 'po no', 'invoice no'],
        required: false,
        ...text(1, 60, '364201-58325'),
      },
    ],
    naturalKey: (row) => row['tracking_no'] ?? '',
  },
  portal: 'maersk-track',
  credentials: null,
  effect: 'read',
  references: null,
} as const satisfies ServiceDefinition;
