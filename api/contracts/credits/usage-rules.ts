/** The limit of the figures per day. Apart from the schemas, so that pages need not load their library. */

export const usageDaysMax = 366;
