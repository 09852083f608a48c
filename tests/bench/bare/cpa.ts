/** Bare script of the port's container look-up. */
import { isContainer } from '#services/families/fields-containers.ts';
import { button, go, inBrowser, link, readCells, type BareScript } from './script.ts';

const FIRST_SERIAL = 700_000;
const DIGITS = 10;

/** The owner's containers with a valid check digit, limited to the wanted digits. */
export function containersOf(owner: string, isWanted: (digit: number) => boolean): (place: number) => string {
  const known: string[] = [];
  let serial = FIRST_SERIAL;
  return (place) => {
    for (; known.length <= place; serial += 1)
      for (let digit = 0; digit < DIGITS; digit += 1)
        if (isWanted(digit) && isContainer(`${owner}${serial}${digit}`))
          known.push(`${owner}${serial}${digit}`);
    return known[place] ?? '';
  };
}

// The sandbox knows no container that ends in 9.
const containerAt = containersOf('MSKU', (digit) => digit !== 9);

export const ctgPortTracking: BareScript = {
  cells: (place) => ({ container_no: containerAt(place) }),
  open: inBrowser(
    (page, baseUrl) => page.goto(`${baseUrl}/pcs/container`),
    async (page, row) => {
      await page.locator('#containerNo').fill(row['container_no'] ?? '');
      await go(page, button(page, 'Search'));
      await readCells(page, '#locationTable');
      await readCells(page, '#detailTable');
      await go(page, link(page, 'Back'));
    },
  ),
};
