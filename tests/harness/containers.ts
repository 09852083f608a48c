/** Container numbers that the sandbox's carrier knows, so that a tracking job can have any number of rows. */
import { isContainer } from '#services/families/fields-containers.ts';

const LAST_SERIAL = 999_999;

/** Returns `count` known containers, the serials of which begin with `first`. */
export function knownContainers(count: number, first = 100_000): string[] {
  const found: string[] = [];
  for (let serial = first; found.length < count && serial <= LAST_SERIAL; serial += 1) {
    const stem = `MSKU${String(serial).padStart(6, '0')}`;
    // The carrier knows those that end in an even digit.
    const number = [0, 2, 4, 6, 8].map((digit) => `${stem}${digit}`).find(isContainer);
    if (number) found.push(number);
  }
  return found;
}

/** Returns the sheet of a tracking job. */
export const trackingSheet = (numbers: readonly string[]): File =>
  new File([['tracking_no', ...numbers].join('\n')], 'boxes.csv');
