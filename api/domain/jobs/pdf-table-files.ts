/** Storage keys of the files for reviewing a PDF's tables; all are deleted with the upload. */
import { createHash } from 'node:crypto';
import type { DrawnArea } from '#contracts/jobs/pdf-tables.ts';
import { jobFolder } from './job-files.ts';

/** Returns the folder of the pages and tables of a job. */
export const pageFilesOf = (jobId: string): string => `${jobFolder(jobId)}/tables`;

/** Returns the same digest for equal contents, whatever the order of their fields. */
export function digestOfArea({ page, box, columns, rowLines = null }: DrawnArea): string {
  const { x0, y0, x1, y1 } = box;
  return digestOf([page, x0, y0, x1, y1, columns, rowLines]);
}

/** Returns the first 32 hexadecimal digits of the SHA-256 of the value's JSON. */
export const digestOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32);

/** Returns the storage keys of one row's files. */
export function tableFilesOf(jobId: string, rowNumber: number) {
  const folder = `${pageFilesOf(jobId)}/${rowNumber}`;
  return {
    /** Written last: if it exists, all pages do. */
    overview: `${folder}/overview.json`,
    page: (page: number): string => `${folder}/page-${page}.json`,
    contents: (page: number): string => `${folder}/contents-${page}.json`,
    picture: (page: number): string => `${folder}/page-${page}.png`,
    area: (area: DrawnArea): string => `${folder}/area-${digestOfArea(area)}.json`,
    layout: `${folder}/layout.json`,
    /** Numbers of the scanned pages that the conversion recognised; missing if there are none. */
    recognised: `${folder}/recognised.json`,
    /** The exported tables, and the digest of the layout that made them. */
    checked: `${folder}/checked.json`,
  };
}
