/** How the tables that were found in a PDF are named, where they are found and where they are shown. */

/** By the page and the place from its top, both counted from 1. */
export const foundTableName = (page: number, index: number): string => `${page}-${index + 1}`;
