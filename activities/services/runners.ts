/** The runner of every available service; a missing line is a compile error. */
import type { AvailableServiceId } from './catalogue.ts';
import { ctgPortTracking } from './ctg-port-tracking/run.ts';
import { damcoTrackingMaersk } from './damco-tracking-maersk/run.ts';
import { expSearch } from './exp-search/run.ts';
import { pdfExcelConverter } from './pdf-excel-converter/run.ts';
import type { Runner } from './runner.ts';

export const runners = {
  'pdf-excel-converter': pdfExcelConverter,
  'exp-search': expSearch,
  'damco-tracking-maersk': damcoTrackingMaersk,
  'ctg-port-tracking': ctgPortTracking,
} satisfies Record<AvailableServiceId, Runner> as Record<AvailableServiceId, Runner>;
