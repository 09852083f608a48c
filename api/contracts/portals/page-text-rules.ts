/** Limits of the texts of a page map. Imports no schemas, so that pages need not load their library. */

/** Longest text or selector of a page map. */
export const pageTextCharactersMax = 300;
