/** Rules of the list of a customer's jobs that the page and the server share. Imports no schemas. */

export const jobListPageSizes = [25, 50, 100] as const;
export const jobListPageSize = 25;

export const jobSearchCharactersMax = 100;
/** Shorter text is looked for in file names, services and job numbers only: it would occur in most rows. */
export const rowSearchCharactersMin = 3;

/** Views of the list that a customer saves. */
export const savedViewsMax = 30;
export const savedViewNameLengthMax = 60;
