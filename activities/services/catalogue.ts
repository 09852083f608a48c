/** The 27 services in the order of spec section 9. */
import type { ServiceDefinition } from './contract.ts';
import { bepzaEpDownloadService } from './bepza-ep-download/service.ts';
import { bepzaEpIssueService } from './bepza-ep-issue/service.ts';
import { bepzaEpSubmissionService } from './bepza-ep-submission/service.ts';
import { bepzaIpDownloadService } from './bepza-ip-download/service.ts';
import { bepzaIpIssueService } from './bepza-ip-issue/service.ts';
import { bepzaIpSubmitService } from './bepza-ip-submit/service.ts';
import { cashIncentiveApplicationService } from './cash-incentive-application/service.ts';
import { ctgPortTrackingService } from './ctg-port-tracking/service.ts';
import { customTrackingService } from './custom-tracking/service.ts';
import { damcoFcrExtractorService } from './damco-fcr-extractor/service.ts';
import { damcoBookingService } from './damco-booking/service.ts';
import { damcoBookingDownloadService } from './damco-booking-download/service.ts';
import { damcoEdocUploadService } from './damco-edoc-upload/service.ts';
import { damcoFcrSubmissionService } from './damco-fcr-submission/service.ts';
import { damcoTrackingMaerskService } from './damco-tracking-maersk/service.ts';
import { egmDownloadService } from './egm-download/service.ts';
import { expCorrectionService } from './exp-correction/service.ts';
import { expDuplicateReportingService } from './exp-duplicate-reporting/service.ts';
import { expIssueService } from './exp-issue/service.ts';
import { expSearchService } from './exp-search/service.ts';
import { myshipmentTrackingService } from './myshipment-tracking/service.ts';
import { hmEinvoiceCorrectionService } from './hm-einvoice-correction/service.ts';
import { hmEinvoiceCreateService } from './hm-einvoice-create/service.ts';
import { hmEinvoiceDownloadService } from './hm-einvoice-download/service.ts';
import { hmPackingListService } from './hm-packing-list/service.ts';
import { pdfExcelConverterService } from './pdf-excel-converter/service.ts';
import { rexSooSubmissionService } from './rex-soo-submission/service.ts';

const catalogue = [
  pdfExcelConverterService,
  ctgPortTrackingService,
  expIssueService,
  expCorrectionService,
  expDuplicateReportingService,
  expSearchService,
  damcoBookingService,
  damcoBookingDownloadService,
  damcoFcrSubmissionService,
  damcoFcrExtractorService,
  damcoEdocUploadService,
  hmEinvoiceCreateService,
  hmEinvoiceDownloadService,
  hmEinvoiceCorrectionService,
  hmPackingListService,
  bepzaEpIssueService,
  bepzaEpSubmissionService,
  bepzaEpDownloadService,
  bepzaIpIssueService,
  bepzaIpSubmitService,
  bepzaIpDownloadService,
  cashIncentiveApplicationService,
  damcoTrackingMaerskService,
  myshipmentTrackingService,
  egmDownloadService,
  customTrackingService,
  rexSooSubmissionService,
] as const satisfies readonly ServiceDefinition[];

export type ServiceId = (typeof catalogue)[number]['id'];

/** The same list typed by the common interface, for code that does not depend on the individual service. */
export const services: readonly ServiceDefinition[] = catalogue;

export function findService(id: string): ServiceDefinition | undefined {
  return services.find((service) => service.id === id);
}
