/** Detects the tables of a PDF or exports them again. It runs as a workflow because only workers read PDFs. */
import { proxyActivities } from '@temporalio/workflow';
import type { Activities } from '#activities/index.ts';
import * as policies from './policies.ts';
import type { PdfTablesEnd, PdfTablesInput } from './table-messages.ts';

export async function pdfTables(input: PdfTablesInput): Promise<PdfTablesEnd> {
  const { workPdfTables } = proxyActivities<Activities>(policies.pdfTables(input.userId));
  return workPdfTables(input);
}
