/** The limit of browsers with push. Imports no schemas, so that pages need not load their library. */

/** Maximum number of browsers per customer. */
export const pushSubscriptionsMax = 10;
