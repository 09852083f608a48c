/** BEPZA Export Permit Download: fetches approved export permits as the portal prints them. */
import { sheetExtensions, type AvailableService } from '../contract.ts';
import { downloadInput } from '../bepza-download-input.ts';
import { epApplicationNo } from '../bepza-fields.ts';

export const bepzaEpDownloadService = {
  id: 'bepza-ep-download',
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
  defaultCostHundredths: 100,
  acceptedExtensions: sheetExtensions,
  availability: 'available',
  input: downloadInput(epApplicationNo),
  portal: 'bepza',
  credentials: 'bepza_permit',
  effect: 'read',
  sessionScope: (row) => row['zone'] ?? '',
} as const satisfies AvailableService;
