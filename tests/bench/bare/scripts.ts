/** The bare scripts with which services are compared. */
import type { ServiceId } from '#services/catalogue.ts';
import { cashIncentiveApplication } from './bank-ci.ts';
import { expCorrection, expDuplicateReporting, expIssue, expSearch } from './bb-exp.ts';
import {
  bepzaEpDownload,
  bepzaEpIssue,
  bepzaEpSubmission,
  bepzaIpDownload,
  bepzaIpIssue,
  bepzaIpSubmit,
} from './bepza.ts';
import { pdfExcelConverter } from './converter.ts';
import { ctgPortTracking } from './cpa.ts';
import { customTracking, egmDownload } from './customs.ts';
import { damcoBooking, damcoBookingDownload, damcoEdocUpload, damcoFcrSubmission } from './damco.ts';
import { rexSooSubmission } from './epb.ts';
import { hmEinvoiceCorrection, hmEinvoiceCreate, hmEinvoiceDownload, hmPackingList } from './hm.ts';
import { damcoFcrExtractor } from './mailbox.ts';
import type { BareScript } from './script.ts';
import { damcoTrackingMaersk, myshipmentTracking } from './tracking.ts';

export const bareScripts = {
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
} satisfies Partial<Record<ServiceId, BareScript>>;

export type MeasuredService = keyof typeof bareScripts;
