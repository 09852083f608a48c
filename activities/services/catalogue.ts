/** The 27 services in the order of spec section 9. */
import type { AvailableService, ServiceDefinition } from './contract.ts';
import { ctgPortTrackingService } from './ctg-port-tracking/service.ts';
import { damcoTrackingMaerskService } from './damco-tracking-maersk/service.ts';
import { expSearchService } from './exp-search/service.ts';
import { pdfExcelConverterService } from './pdf-excel-converter/service.ts';
import { expCorrection, expDuplicateReporting, expIssue } from './planned/bangladesh-bank.ts';
import {
  bepzaEpDownload,
  bepzaEpIssue,
  bepzaEpSubmission,
  bepzaIpDownload,
  bepzaIpIssue,
  bepzaIpSubmit,
} from './planned/bepza.ts';
import {
  hmEinvoiceCorrection,
  hmEinvoiceCreate,
  hmEinvoiceDownload,
  hmPackingList,
} from './planned/buyer.ts';
import { cashIncentiveApplication } from './planned/cash-incentive.ts';
import { rexSooSubmission } from './planned/epb-export.ts';
import {
  damcoBooking,
  damcoBookingDownload,
  damcoEdocUpload,
  damcoFcrExtractor,
  damcoFcrSubmission,
} from './planned/forwarder.ts';
import { customTracking, egmDownload, myshipmentTracking } from './planned/tracking.ts';

export const catalogue = [
  pdfExcelConverterService,
  ctgPortTrackingService,
  expIssue,
  expCorrection,
  expDuplicateReporting,
  expSearchService,
  damcoBooking,
  damcoBookingDownload,
  damcoFcrSubmission,
  damcoFcrExtractor,
  damcoEdocUpload,
  hmEinvoiceCreate,
  hmEinvoiceDownload,
  hmEinvoiceCorrection,
  hmPackingList,
  bepzaEpIssue,
  bepzaEpSubmission,
  bepzaEpDownload,
  bepzaIpIssue,
  bepzaIpSubmit,
  bepzaIpDownload,
  cashIncentiveApplication,
  damcoTrackingMaerskService,
  myshipmentTracking,
  egmDownload,
  customTracking,
  rexSooSubmission,
] as const satisfies readonly ServiceDefinition[];

export type AvailableServiceId = Extract<(typeof catalogue)[number], { availability: 'available' }>['id'];

export function findService(id: string): ServiceDefinition | undefined {
  return catalogue.find((service) => service.id === id);
}

export function findAvailableService(id: string): AvailableService | undefined {
  const service = findService(id);
  return service?.availability === 'available' ? service : undefined;
}
