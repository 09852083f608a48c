/**
 * Shows the bar at the top only when all of it has arrived. On a slow connection, a browser paints a page while its
 * HTML arrives, and the last elements of the bar would push the others aside.
 */

const END = 'data-bar-end';

/** Style of the element whose last child is `BarEnd`. */
export const shownWhole = { [`&:not(:has(> [${END}])) > *`]: { visibility: 'hidden' } } as const;

export const BarEnd = () => <span hidden {...{ [END]: '' }} />;
