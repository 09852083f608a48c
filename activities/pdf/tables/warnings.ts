/** Everything about a document's tables of which its customer is warned. */
import type { Message } from '#contracts/messages/message.ts';
import type { TablesLayout } from '#contracts/jobs/pdf-tables.ts';
import { pageWarnings, type PageFacts } from '#activities/pdf/reading/quality.ts';
import { misreadWarnings } from '#activities/pdf/scans/doubtful-figures.ts';
import { recognisedWarnings, type RecognisedPage } from '#activities/pdf/scans/recognised-page.ts';
import { keptWarnings, tableWarnings } from './doubts.ts';
import type { LogicalTable } from './table.ts';

type ReadDocument = {
  /** The corrections that were applied to the tables, if any were. */
  layout: Partial<Pick<TablesLayout, 'kept'>> | undefined;
  pages: readonly PageFacts[];
  /** Numbers of the pages that could not be read. */
  broken: readonly number[];
  recognised: readonly RecognisedPage[];
};

/** Returns the warnings in the order in which they are shown. */
export const warningsOf = (
  tables: readonly LogicalTable[],
  { layout, pages, broken, recognised }: ReadDocument,
): Message[] => [
  ...keptWarnings(layout),
  ...pageWarnings(pages, broken),
  ...recognisedWarnings(recognised),
  ...tableWarnings(tables),
  ...misreadWarnings(tables),
];
