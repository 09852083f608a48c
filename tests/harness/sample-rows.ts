/** A service's own sample and what its folder expects of it. */
import { readFileSync } from 'node:fs';
import Papa from 'papaparse';
import type { RowData } from '#services/contract.ts';

const folder = (serviceId: string): URL =>
  new URL(`../../activities/services/${serviceId}/`, import.meta.url);

/** The rows of `sample.csv` with their filled cells, as uploaded. */
export function sampleRows(serviceId: string): RowData[] {
  const text = readFileSync(new URL('sample.csv', folder(serviceId)), 'utf8');
  const { data } = Papa.parse<RowData>(text, { header: true, skipEmptyLines: true });
  return data.map((row) => Object.fromEntries(Object.entries(row).filter(([, cell]) => cell !== '')));
}

export function expectedRows(serviceId: string): object[] {
  const text = readFileSync(new URL('expected.json', folder(serviceId)), 'utf8');
  return (JSON.parse(text) as { rows: object[] }).rows;
}
