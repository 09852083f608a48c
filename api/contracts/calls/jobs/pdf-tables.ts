/** Calls about the tables of a converted PDF, which are checked and exported again. */
import { z } from 'zod';
import {
  pdfPageParam,
  pdfRowParam,
  tablesChangeBody,
  tablesExport,
  tablesExportBody,
  tablesPage,
  tablesPageQuery,
} from '#contracts/jobs/pdf-tables.ts';
import { keptLayoutParam, shownKeptLayout } from '#contracts/jobs/kept-layouts.ts';
import { group, type CallTable } from '../call.ts';

const job = group('Jobs');
const reading = { access: 'verified', scope: 'jobs:read' } as const;
const writing = { access: 'verified', scope: 'jobs:write' } as const;
/** The only service whose corrections are kept. */
const PDF_SERVICE = 'pdf-excel-converter';
const errors = [
  'FILE_EXPIRED',
  'UPLOAD_EXPIRED',
  'TABLES_CLOSED',
  'TABLES_NOT_READY',
  'FILE_UNREADABLE',
] as const;

export const pdfTableCalls = {
  'GET /api/jobs/:jobId/rows/:rowNumber/tables': job(
    'Get the tables of one page of a converted PDF, with their grids and the changes made.',
    {
      ...reading,
      limit: 'tableWorkPerUser',
      params: pdfRowParam,
      query: tablesPageQuery,
      answer: tablesPage,
      errors,
    },
  ),
  'PUT /api/jobs/:jobId/rows/:rowNumber/tables': job(
    'Drop found tables or draw missed ones. The response has the tables of the page; nothing is exported.',
    {
      ...writing,
      limit: 'tableWorkPerUser',
      params: pdfRowParam,
      body: tablesChangeBody,
      answer: tablesPage,
      errors: [...errors, 'TABLES_CHANGED'],
    },
  ),
  'GET /api/jobs/:jobId/rows/:rowNumber/tables/pages/:page': job('Get the picture of one page of a PDF.', {
    ...reading,
    limit: 'tableWorkPerUser',
    params: pdfPageParam,
    file: 'image/png',
    errors,
  }),
  'POST /api/jobs/:jobId/rows/:rowNumber/tables/export': job(
    'Export the changed tables of a PDF. The new files replace the first ones. This is free.',
    {
      ...writing,
      params: pdfRowParam,
      body: tablesExportBody,
      answer: z.object({ exported: tablesExport }),
      errors: [...errors, 'TABLES_CHANGED', 'TABLES_LEFT_OUT'],
    },
  ),
  'GET /api/table-layouts': job(
    'List the layouts of PDFs whose corrections are kept, and applied to the next PDF of the layout.',
    { ...reading, service: PDF_SERVICE, answer: z.object({ layouts: z.array(shownKeptLayout) }) },
  ),
  'DELETE /api/table-layouts/:layoutId': job(
    'Delete the kept corrections of a layout. PDFs that they were applied to stay as they are.',
    { ...writing, service: PDF_SERVICE, params: keptLayoutParam, answer: z.object({}) },
  ),
} satisfies CallTable;
