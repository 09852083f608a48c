/** Bare script of the PDF converter: the module called in a loop. */
import { convertPdf } from '#activities/pdf/reading/pool.ts';
import { anyPdf, type BaselineScript } from './script.ts';

export const pdfExcelConverter: BaselineScript = {
  cells: (place) => ({ file_name: `bench-${place}.pdf` }),
  open: async () => ({
    work: (row) => convertPdf(new Uint8Array(anyPdf), { fileName: row['file_name'] ?? '' }),
    close: async () => undefined,
  }),
};
