/** Guarantees of the bKash simulator's payer page: wallet, code, PIN, and back to the merchant, without a debit. */
import { createServer } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '#temporal/local/ports.ts';
import { useWebPages } from '#tests/harness/web-pages.ts';
import { poorWallet } from '#tests/sandbox/bkash/merchant.ts';
import { startBkash, wallet } from './bkash-fixture.ts';

// A payer's own browser follows the page back to the merchant; a portal session would not leave its portal.
const browser = useWebPages();
const { url: baseUrl, control, create, execute, balance } = await startBkash();

describe('the payer’s page', () => {
  const page = async (changes: object = {}): Promise<{ paymentID: string; url: string }> => {
    const { body: answer } = await create(changes);
    return { paymentID: String(answer['paymentID']), url: String(answer['bkashURL']) };
  };
  const send = async (url: string, fields: Record<string, string>) => {
    const form = new URLSearchParams({ action: 'confirm', ...fields });
    const response = await fetch(url, { method: 'POST', body: form, redirect: 'manual' });
    return { status: response.status, to: response.headers.get('location'), text: await response.text() };
  };
  const giveWallet = (url: string, msisdn = wallet) =>
    send(url, { screen: 'CREATED', wallet: msisdn, terms: 'yes' });
  const giveOtp = (url: string, otp = '123456') => send(url, { screen: 'WALLET_OK', otp });
  const givePin = (url: string, pin = '12121') => send(url, { screen: 'OTP_OK', pin });

  test("the payer's page leads by plain forms from the wallet to the merchant, who then debits once", async () => {
    const before = balance();
    const { paymentID, url } = await page();
    expect(await (await fetch(url)).text()).toContain('SANDBOX');
    expect((await giveWallet(url)).status).toBe(303);
    expect((await giveOtp(url)).status).toBe(303);
    const last = await givePin(url);
    expect(last.status).toBe(303);
    expect(last.to).toMatch(
      new RegExp(
        `order=7&paymentID=${paymentID}&status=success&signature=\\w{10}&apiVersion=1\\.2\\.0-beta/$`,
      ),
    );
    expect(balance()).toBe(before);
    expect((await execute(paymentID)).body).toMatchObject({ customerMsisdn: wallet });
    expect(balance()).toBe(Number(before) - 1_000);
  });

  test("the payer's page refuses a wrong hash, and skipping screens does not approve a payment", async () => {
    const { paymentID, url } = await page();
    expect((await fetch(url.replace(/hash=./, 'hash=%21%21'))).status).toBe(404);
    await givePin(url);
    await giveOtp(url);
    expect(control.payment(paymentID).state).toBe('CREATED');
  });

  test('cancelling on any screen returns with status cancel, and the payment cannot be executed', async () => {
    const steps = [giveWallet, giveOtp];
    for (let screens = 0; screens <= steps.length; screens += 1) {
      const { paymentID, url } = await page();
      for (const step of steps.slice(0, screens)) await step(url);
      expect((await send(url, { action: 'cancel' })).to).toContain('status=cancel&signature=');
      expect((await givePin(url)).to).toContain('status=cancel');
      expect((await execute(paymentID)).body).toMatchObject({ statusCode: '2056' });
    }
  });

  test("the payer's page says what is wrong and ends with failure after three wrong PINs", async () => {
    const { paymentID, url } = await page();
    expect((await giveWallet(url, '123')).text).toContain('Invalid Wallet');
    expect((await giveWallet(url, '01799999999')).text).toContain('Not a bKash Account');
    await giveWallet(url);
    expect((await giveOtp(url, '000000')).text).toContain('Wrong verification code');
    await giveOtp(url);
    expect((await givePin(url, '00000')).text).toContain('Wrong PIN');
    expect((await givePin(url, '00000')).text).toContain('Wrong PIN');
    expect((await givePin(url, '00000')).to).toContain('status=failure');
    expect(control.payment(paymentID)).toMatchObject({ state: 'PAGE_FAILED', failureCode: '2015' });
  });

  test('a code expires, can be resent up to a limit, and ends the payment after three wrong tries', async () => {
    const { url } = await page();
    await giveWallet(url);
    control.moveClock({ advanceMs: 181_000 });
    expect((await giveOtp(url)).text).toContain('OTP verification time expired');
    const resend = () => send(url, { screen: 'WALLET_OK', action: 'resend' });
    expect((await resend()).text).toContain('A new verification code was sent.');
    await resend();
    expect((await resend()).text).toContain('OTP Resend Limit Exceeded');
    await giveOtp(url, '1');
    await giveOtp(url, '1');
    expect((await giveOtp(url, '1')).to).toContain('status=failure');
  });

  test('a short balance ends the page only if the switch says so', async () => {
    const { url } = await page();
    expect((await giveWallet(url, poorWallet)).status).toBe(303);
    control.setSwitches({ troubleOnPage: true });
    const other = await page();
    expect((await giveWallet(other.url, poorWallet)).to).toContain('status=failure');
    expect(await (await fetch(other.url)).text()).toContain('Insufficient Balance');
  });

  test("the payer's page works in a browser by labels, in a small window and on a phone", async () => {
    const shop = createServer((_, response) => response.end('back at the shop'));
    const port = await freePort();
    await new Promise<void>((resolve) => shop.listen(port, '127.0.0.1', resolve));
    onTestFinished(() => void shop.close());
    // An invoice number that is wider than a phone's screen.
    const longInvoice = { merchantInvoiceNumber: 'CHALAN-01KABCDEFGHJKMNPQRSTV-0123456789' };
    for (const size of [
      { width: 500, height: 600 },
      { width: 360, height: 640 },
    ]) {
      const { url } = await page({
        callbackURL: `http://127.0.0.1:${port}/back`,
        payerReference: wallet,
        ...longInvoice,
      });
      const tab = await browser.open(baseUrl, size);
      await tab.goto(url);
      expect(await tab.getByLabel('Wallet number').inputValue()).toBe(wallet);
      const overflow = await tab.evaluate('document.documentElement.scrollWidth - window.innerWidth');
      expect(overflow).toBeLessThanOrEqual(0);
      await tab.getByLabel(/terms/).check();
      await tab.getByRole('button', { name: 'Confirm' }).click();
      await tab.getByLabel(/Code sent to/).fill('000000');
      await tab.getByRole('button', { name: 'Confirm' }).click();
      expect(await tab.getByRole('alert').innerText()).toBe('Wrong verification code');
      await tab.getByLabel(/Code sent to/).fill('123456');
      await tab.getByRole('button', { name: 'Confirm' }).click();
      await tab.getByLabel(/PIN of/).fill('12121');
      await tab.getByRole('button', { name: 'Confirm' }).click();
      await tab.getByText('back at the shop').waitFor();
      expect(tab.url()).toContain('status=success');
    }
  });
});
