/** Bare script of a forwarder's tracking. */
import { button, enterByForm, go, inBrowser, link, readCells, type BaselineScript } from './script.ts';

const FIRST_SHIPMENT = 43_680_233;
const SHIPMENTS = 30;

export const myshipmentTracking: BaselineScript = {
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
