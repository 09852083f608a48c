/** BEPZA Import Permit Download: downloads approved import permits as the portal prints them. */
import { sheetExtensions, type ServiceDefinition } from '#services/contract.ts';
import { transportDocument } from '#services/families/fields-containers.ts';
import { downloadInput } from '#services/families/bepza-download-input.ts';
import { ipApplicationNo } from '#services/families/bepza-fields.ts';
import { permitDownloadReferences } from '#services/families/references.ts';

export const bepzaIpDownloadService = {
  id: 'bepza-ip-download',
  position: 21,
  name: 'BEPZA Import Permit Download',
  description:
    'Upload a sheet with application, permit, invoice or bill of lading numbers. The approved import permits are fetched from the BEPZA permit system. You get the permits as PDF, and a workbook with approval date, validity and status.',
  category: 'BEPZA',
  icon: 'file-check',
  features: [
    'Searches by application, permit, invoice or bill of lading',
    'Permits one by one and combined in one PDF',
    "The officer's remark for permits that are sent back",
  ],
  bengali: {
    name: 'BEPZA আমদানি পারমিট ডাউনলোড',
    description:
      'আবেদন, পারমিট, ইনভয়েস বা বিল অব লেডিং নম্বরের শিট আপলোড করুন। অনুমোদিত আমদানি পারমিট BEPZA-র সিস্টেম থেকে আনা হয়। PDF এবং অনুমোদনের তারিখ, মেয়াদ ও অবস্থাসহ Excel ফাইল পাবেন।',
    features: [
      'আবেদন, পারমিট, ইনভয়েস বা বিল অব লেডিং দিয়ে খোঁজে',
      'পারমিট আলাদা আলাদা এবং এক PDF-এ',
      'ফেরত আসা পারমিটে কর্মকর্তার মন্তব্য',
    ],
  },
  defaultCostHundredths: 100,
  acceptedExtensions: sheetExtensions,
  input: downloadInput(ipApplicationNo, [
    { name: 'bl_no', aliases: ['bl', 'transport doc no'], required: false, ...transportDocument },
  ]),
  portal: 'bepza',
  credentials: 'bepza_permit',
  effect: 'read',
  references: permitDownloadReferences,
  sessionScope: (row) => row['zone'] ?? '',
} as const satisfies ServiceDefinition;
