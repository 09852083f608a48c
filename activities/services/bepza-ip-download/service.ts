/** BEPZA Import Permit Download: fetches approved import permits as the portal prints them. */
import { sheetExtensions, type AvailableService } from '../contract.ts';
import { transportDocument } from '../fields-containers.ts';
import { downloadInput } from '../bepza-download-input.ts';
import { ipApplicationNo } from '../bepza-fields.ts';

export const bepzaIpDownloadService = {
  id: 'bepza-ip-download',
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
  defaultCostHundredths: 100,
  acceptedExtensions: sheetExtensions,
  availability: 'available',
  input: downloadInput(ipApplicationNo, [
    { name: 'bl_no', aliases: ['bl', 'transport doc no'], required: false, ...transportDocument },
  ]),
  portal: 'bepza',
  credentials: 'bepza_permit',
  effect: 'read',
  sessionScope: (row) => row['zone'] ?? '',
} as const satisfies AvailableService;
