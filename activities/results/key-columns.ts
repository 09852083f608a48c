/** Chooses the columns of the customer's file that a job's result repeats. */
import { headerOf } from '#api/domain/jobs/intake/headings.ts';
import type { ColumnMapping } from '#contracts/jobs/column-mapping.ts';
import type { ServiceDefinition } from '#services/contract.ts';
import type { KeyColumn } from './types.ts';

/**
 * Returns the columns by which the customer recognises a row: the service's columns, with the file's headings or those
 * that the customer chose, or the file name.
 */
export function keyColumnsOf(
  { input }: ServiceDefinition,
  headers: readonly string[],
  chosen: ColumnMapping = {},
): KeyColumn[] {
  if (input.kind === 'pdf') return [{ name: 'file_name', header: 'file_name' }];
  return input.columns.map((column) => ({ name: column.name, header: headerOf(column, headers, chosen) }));
}
