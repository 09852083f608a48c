/** A service's own sample and the results that its folder expects. */
import { readFileSync } from 'node:fs';
import Papa from 'papaparse';
import { messageOfIssue } from '#contracts/messages/cell-issue.ts';
import { groupKeyOf } from '#api/domain/jobs/filings/intent-keys.ts';
import { emptyMessage } from '#contracts/messages/message.ts';
import { english } from '#contracts/messages/render.ts';
import { findService } from '#services/catalogue.ts';
import type { Column, RowData, SheetInput } from '#services/contract.ts';
import { datedSample } from '#services/families/sample-dates.ts';
import type { Filing } from '#services/runner.ts';

const folder = (serviceId: string): URL =>
  new URL(`../../activities/services/${serviceId}/`, import.meta.url);

/** The rows of `sample.csv` with their non-empty cells, as uploaded today. */
export function sampleRows(serviceId: string): RowData[] {
  const text = readFileSync(new URL('sample.csv', folder(serviceId)), 'utf8');
  const { data } = Papa.parse<RowData>(datedSample(text, new Date()), { header: true, skipEmptyLines: true });
  return data.map((row) => Object.fromEntries(Object.entries(row).filter(([, cell]) => cell !== '')));
}

/** The service's sample with its first row alone, as a file to upload. */
export function firstRowOf(serviceId: string): File {
  const [heading, line] = readFileSync(new URL('sample.csv', folder(serviceId)), 'utf8').split('\n');
  return new File([[heading, line].join('\n')], `${serviceId}.csv`);
}

export function expectedRows(serviceId: string): object[] {
  const text = readFileSync(new URL('expected.json', folder(serviceId)), 'utf8');
  return (JSON.parse(text) as { rows: object[] }).rows;
}

function inputOf(serviceId: string): SheetInput {
  const input = findService(serviceId)?.input;
  if (input?.kind !== 'sheet') throw new Error(`${serviceId} reads no sheet.`);
  return input;
}

function parsed(schema: Column['schema'], cell: string): string {
  const { data, error } = schema.safeParse(cell);
  if (error) throw new Error(english(messageOfIssue(error) ?? emptyMessage));
  return data;
}

/** The row that intake makes from the cells; throws for an invalid cell. */
export function rowOf(serviceId: string, cells: Readonly<RowData>): RowData {
  const { columns, complete } = inputOf(serviceId);
  const row: RowData = {};
  for (const { name, schema } of columns) {
    const cell = cells[name] ?? '';
    if (cell !== '') row[name] = parsed(schema, cell);
  }
  return complete?.(row, new Date()) ?? row;
}

export const naturalKeyOf = (serviceId: string, row: RowData): string => inputOf(serviceId).naturalKey(row);

/** The sample's rows as they are filed: the rows of one group together. */
export function sampleFilings(serviceId: string): Filing[] {
  const input = inputOf(serviceId);
  const filings = new Map<string, [RowData, ...RowData[]]>();
  for (const row of sampleRows(serviceId).map((cells) => rowOf(serviceId, cells))) {
    const key = groupKeyOf(input, row) ?? input.naturalKey(row);
    const rows = filings.get(key);
    if (rows) rows.push(row);
    else filings.set(key, [row]);
  }
  return [...filings.values()];
}

/** The sample's first filing, with all its rows. */
export function firstFiling(serviceId: string): Filing {
  const [first] = sampleFilings(serviceId);
  if (!first) throw new Error(`${serviceId} has no sample.`);
  return first;
}

/** A filing of one row: the sample's first row with other cells. */
export const firstRow = (serviceId: string, change: Readonly<RowData> = {}): Filing => [
  rowOf(serviceId, { ...sampleRows(serviceId)[0], ...change }),
];
