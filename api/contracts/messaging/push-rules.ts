/** The limit of browsers with push. Apart from the schemas, so that pages need not load their library. */

/** Maximum number of browsers per customer. */
export const pushSubscriptionsMax = 10;
