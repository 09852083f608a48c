/** Figures of the Credits tab as text. */

/** "62.5%"; a share too small for one decimal is not nothing. */
export function percentText(percentage: number): string {
  if (percentage > 0 && percentage < 0.05) return '<0.1%';
  return `${percentage.toLocaleString('en-US', { maximumFractionDigits: 1 })}%`;
}
