/** Bare scripts of a forwarder's and a carrier's tracking. */
import { containersOf } from './cpa.ts';
import { button, enterByForm, go, inBrowser, link, readCells, type BareScript } from './script.ts';

const FIRST_SHIPMENT = 43_680_233;
const SHIPMENTS = 30;

export const myshipmentTracking: BareScript = {
  cells: (place) => ({ search_type: 'SO', search_value: String(FIRST_SHIPMENT + place) }),
  rowsMax: SHIPMENTS,
  open: inBrowser(enterByForm, async (page, row) => {
    await go(page, link(page, 'Track'));
    await page.locator('#type').selectOption(row['search_type'] ?? '');
    await page.locator('#q').fill(row['search_value'] ?? '');
    await go(page, button(page, 'Search'));
    await readCells(page, '#shipments');
    await go(page, link(page, row['search_value'] ?? ''));
    await readCells(page, '#facts');
    await readCells(page, '#milestones');
  }),
};

// The sandbox knows the containers that end in an even digit.
const containerAt = containersOf('MRKU', (digit) => digit % 2 === 0);

export const damcoTrackingMaersk: BareScript = {
  cells: (place) => ({ tracking_no: containerAt(place) }),
  open: inBrowser(
    async () => undefined,
    async (page, row, baseUrl) => {
      const [answer] = await Promise.all([
        page.waitForResponse(/\/api\/tracking\//),
        page.goto(`${baseUrl}/tracking/${row['tracking_no']}`, { waitUntil: 'domcontentloaded' }),
      ]);
      await answer.json();
    },
  ),
};
