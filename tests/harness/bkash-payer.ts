/** What a payer does in a browser: from the dialog that asks for payment to the PIN on the page of the invented bKash. */
import type { Page } from 'playwright';

/** How long a page may take to show what became of a payment. */
export const CONFIRMED_MS = 40_000;
const OTP = '123456';
const PIN = '12121';

/** Clicks Pay and returns bKash's window. */
export async function openBkash(page: Page): Promise<Page> {
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: 'Pay with bKash' }).click(),
  ]);
  await popup.getByLabel('Wallet number').waitFor();
  return popup;
}

/** Fills the payer's three screens on bKash's page, up to the PIN, which is typed but not sent. */
export async function enterWallet(bkash: Page, wallet: string): Promise<void> {
  await bkash.getByLabel('Wallet number').fill(wallet);
  await bkash.getByRole('checkbox').check();
  await bkash.getByRole('button', { name: 'Confirm' }).click();
  await bkash.getByLabel(`Code sent to ${wallet}`).fill(OTP);
  await bkash.getByRole('button', { name: 'Confirm' }).click();
  await bkash.getByLabel(`PIN of ${wallet}`).fill(PIN);
}

export async function payOn(bkash: Page, wallet: string): Promise<void> {
  await enterWallet(bkash, wallet);
  await bkash.getByRole('button', { name: 'Confirm' }).click();
}
