/** The limit of the figures per day. Imports no schemas, so that pages need not load their library. */

export const usageDaysMax = 366;
