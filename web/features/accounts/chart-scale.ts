/** Arithmetic of the chart of days. */

/** The height of the chart: the next of 1, 2, 5, 10, 20, 50 … at or above the largest value. */
export function niceMax(largest: number): number {
  if (largest <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(largest));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= largest) ?? 10;
  return step * power;
}
