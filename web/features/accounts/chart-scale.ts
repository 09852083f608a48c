/** Computes the scale of the daily chart. */

/** Returns the chart's maximum: the smallest of 1, 2, 5, 10, 20, 50 … that is at least the largest value. */
export function niceMax(largest: number): number {
  if (largest <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(largest));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= largest) ?? 10;
  return step * power;
}
