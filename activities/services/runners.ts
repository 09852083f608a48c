/** The runner of each service. The type requires an entry for every service id. */
import type { ServiceId } from './catalogue.ts';
import { bepzaEpDownload } from './bepza-ep-download/run.ts';
import { bepzaEpIssue } from './bepza-ep-issue/run.ts';
import { bepzaEpSubmission } from './bepza-ep-submission/run.ts';
import { bepzaIpDownload } from './bepza-ip-download/run.ts';
import { bepzaIpIssue } from './bepza-ip-issue/run.ts';
import { bepzaIpSubmit } from './bepza-ip-submit/run.ts';
import { cashIncentiveApplication } from './cash-incentive-application/run.ts';
import { customTracking } from './custom-tracking/run.ts';
import { ctgPortTracking } from './ctg-port-tracking/run.ts';
import { damcoFcrExtractor } from './damco-fcr-extractor/run.ts';
import { damcoBooking } from './damco-booking/run.ts';
import { damcoBookingDownload } from './damco-booking-download/run.ts';
import { damcoEdocUpload } from './damco-edoc-upload/run.ts';
import { damcoFcrSubmission } from './damco-fcr-submission/run.ts';
import { damcoTrackingMaersk } from './damco-tracking-maersk/run.ts';
import { egmDownload } from './egm-download/run.ts';
import { expCorrection } from './exp-correction/run.ts';
import { expDuplicateReporting } from './exp-duplicate-reporting/run.ts';
import { expIssue } from './exp-issue/run.ts';
import { expSearch } from './exp-search/run.ts';
import { myshipmentTracking } from './myshipment-tracking/run.ts';
import { hmEinvoiceCorrection } from './hm-einvoice-correction/run.ts';
import { hmEinvoiceCreate } from './hm-einvoice-create/run.ts';
import { hmEinvoiceDownload } from './hm-einvoice-download/run.ts';
import { hmPackingList } from './hm-packing-list/run.ts';
import { pdfExcelConverter } from './pdf-excel-converter/run.ts';
import { rexSooSubmission } from './rex-soo-submission/run.ts';
import type { Runner } from './runner.ts';

export const runners = {
  'pdf-excel-converter': pdfExcelConverter,
  'exp-issue': expIssue,
  'exp-correction': expCorrection,
  'exp-duplicate-reporting': expDuplicateReporting,
  'exp-search': expSearch,
  'damco-fcr-extractor': damcoFcrExtractor,
  'damco-booking': damcoBooking,
  'damco-booking-download': damcoBookingDownload,
  'damco-fcr-submission': damcoFcrSubmission,
  'damco-edoc-upload': damcoEdocUpload,
  'damco-tracking-maersk': damcoTrackingMaersk,
  'ctg-port-tracking': ctgPortTracking,
  'custom-tracking': customTracking,
  'myshipment-tracking': myshipmentTracking,
  'egm-download': egmDownload,
  'rex-soo-submission': rexSooSubmission,
  'hm-einvoice-create': hmEinvoiceCreate,
  'hm-einvoice-download': hmEinvoiceDownload,
  'hm-einvoice-correction': hmEinvoiceCorrection,
  'hm-packing-list': hmPackingList,
  'bepza-ep-issue': bepzaEpIssue,
  'bepza-ep-submission': bepzaEpSubmission,
  'bepza-ep-download': bepzaEpDownload,
  'bepza-ip-issue': bepzaIpIssue,
  'bepza-ip-submit': bepzaIpSubmit,
  'bepza-ip-download': bepzaIpDownload,
  'cash-incentive-application': cashIncentiveApplication,
} satisfies Record<ServiceId, Runner> as Record<ServiceId, Runner>;
