/** BEPZA Export Permit Download: downloads approved export permits as the portal prints them. */
import { sheetExtensions, type ServiceDefinition } from '#services/contract.ts';
import { downloadInput } from '#services/families/bepza-download-input.ts';
import { epApplicationNo } from '#services/families/bepza-fields.ts';
import { permitDownloadReferences } from '#services/families/references.ts';

export const bepzaEpDownloadService = {
  id: 'bepza-ep-download',
  position: 18,
  name: 'BEPZA Export Permit Download',
  description:
    'Upload a sheet with application, permit or invoice numbers. The approved export permits are fetched from the BEPZA permit system. You get the permits as PDF, and a workbook with approval date, validity and status.',
  category: 'BEPZA',
  icon: 'badge-check',
  features: [
    'Searches by application, permit or invoice number',
    'Permits one by one and combined in one PDF',
    "The officer's remark for permits that are sent back",
  ],
  bengali: {
    name: 'BEPZA রপ্তানি পারমিট ডাউনলোড',
    description:
      'আবেদন, পারমিট বা ইনভয়েস নম্বরের শিট আপলোড করুন। অনুমোদিত রপ্তানি পারমিট BEPZA-র সিস্টেম থেকে আনা হয়। PDF এবং অনুমোদনের তারিখ, মেয়াদ ও অবস্থাসহ Excel ফাইল পাবেন।',
    features: [
      'আবেদন, পারমিট বা ইনভয়েস নম্বর দিয়ে খোঁজে',
      'পারমিট আলাদা আলাদা এবং এক PDF-এ',
      'ফেরত আসা পারমিটে কর্মকর্তার মন্তব্য',
    ],
  },
  valueLabels: {
    officer_remark: 'কর্মকর্তার মন্তব্য',
  },
  defaultCostHundredths: 100,
  acceptedExtensions: sheetExtensions,
  input: downloadInput(epApplicationNo),
  portal: 'bepza',
  credentials: 'bepza_permit',
  effect: 'read',
  references: permitDownloadReferences,
  sessionScope: (row) => row['zone'] ?? '',
} as const satisfies ServiceDefinition;
