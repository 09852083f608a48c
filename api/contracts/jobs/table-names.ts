/** Names tables found in a PDF, both where they are detected and where they are shown. */

/** Builds the name from the page (from 1) and the position on it (`index`, from 0, is written from 1). */
export const foundTableName = (page: number, index: number): string => `${page}-${index + 1}`;
