/**
 * The baseline scripts with which services are compared: of each kind of work one or two services, since the platform's
 * share of a row is the same for all services of a kind.
 */
import type { ServiceId } from '#services/catalogue.ts';
import { bepzaEpDownload, bepzaIpIssue } from './bepza.ts';
import { expIssue, expSearch } from './bb-exp.ts';
import { pdfExcelConverter } from './converter.ts';
import { rexSooSubmission } from './epb.ts';
import { hmEinvoiceDownload } from './hm.ts';
import { damcoFcrExtractor } from './mailbox.ts';
import type { BaselineScript } from './script.ts';
import { myshipmentTracking } from './tracking.ts';

export const baselineScripts = {
  // Looked up.
  'exp-search': expSearch,
  'myshipment-tracking': myshipmentTracking,
  // Downloaded.
  'hm-einvoice-download': hmEinvoiceDownload,
  'bepza-ep-download': bepzaEpDownload,
  // Filed, without and with documents.
  'exp-issue': expIssue,
  'bepza-ip-issue': bepzaIpIssue,
  'rex-soo-submission': rexSooSubmission,
  // Found in a mailbox.
  'damco-fcr-extractor': damcoFcrExtractor,
  // Converted.
  'pdf-excel-converter': pdfExcelConverter,
} satisfies Partial<Record<ServiceId, BaselineScript>>;

export type MeasuredService = keyof typeof baselineScripts;
