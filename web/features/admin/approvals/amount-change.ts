/** Formats a changed amount, such as "1000 → 99999", in the chosen language. */
import { formatDecimals } from '#web/lib/numbers.ts';

const amountChange = /^(-?\d+(?:\.\d+)?) → (-?\d+(?:\.\d+)?)$/;

/** Returns every other text unchanged. */
export function formatAmountChange(text: string): string {
  const [, before, after] = amountChange.exec(text) ?? [];
  if (before === undefined || after === undefined) return text;
  return `${formatDecimals(Number(before))} → ${formatDecimals(Number(after))}`;
}
