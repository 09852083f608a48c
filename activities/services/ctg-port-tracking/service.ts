/** Chattogram Port Tracking: where each container is, and which vessel brought it or will take it. */
import { sheetExtensions, type AvailableService } from '../contract.ts';
import { container } from '../fields-containers.ts';
import { oneOf } from '../fields-numbers.ts';

export const ctgPortTrackingService = {
  id: 'ctg-port-tracking',
  name: 'Chattogram Port Tracking',
  description:
    'Upload a sheet with container numbers. Each container is looked up at Chattogram port: where it stands, and which vessel brought it or will take it. You get one workbook with yard, off-dock, vessel, rotation and times.',
  category: 'Tracking Services',
  icon: 'container',
  features: [
    "The container number's check digit is tested before the look-up",
    'Yard, block and slot, or the off-dock',
    'Vessel, voyage, rotation number and arrival date',
    "The port's own words are kept beside the columns",
  ],
  defaultCostHundredths: 100,
  acceptedExtensions: sheetExtensions,
  availability: 'available',
  input: {
    kind: 'sheet',
    columns: [
      { name: 'container_no', aliases: ['container', 'container number'], required: true, ...container },
      { name: 'direction', required: false, ...oneOf(['IMPORT', 'EXPORT']) },
    ],
    naturalKey: (row) => row['container_no'] ?? '',
  },
  portal: 'cpa',
  credentials: null,
  effect: 'read',
} as const satisfies AvailableService;
