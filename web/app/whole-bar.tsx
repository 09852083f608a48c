/**
 * Shows the bar at the top once all of it has come. On a slow connection a browser paints a page while its HTML arrives,
 * and what stands at the end of the bar would push the rest aside.
 */

const END = 'data-bar-end';

/** Style of the element whose last child is `BarEnd`. */
export const shownWhole = { [`&:not(:has(> [${END}])) > *`]: { visibility: 'hidden' } } as const;

export const BarEnd = () => <span hidden {...{ [END]: '' }} />;
