/**
 * A customer who reads Bengali: from the header's language switch to the account, in a real browser on the real
 * processes.
 */
import type { Locator, Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { pay, runSample } from '#tests/harness/account-data.ts';
import { demoCustomer } from '#tests/harness/demo-logins.ts';
import { todaysShare, todaysThird } from '#tests/harness/depth.ts';
import { startTestStack, type TestStack } from '#tests/harness/stack.ts';
import { laptop, phone, reviewOf, signIn, useWebPages } from '#tests/harness/web-pages.ts';

const DATA_MS = 240_000;
/** Enough time to visit every page of a customer, one after the other. */
const TOUR_MS = 180_000;

let stack: TestStack;
let jobId: string;
/** A job about a container that takes another route than its sheet says. */
let otherJobId: string;
const web = useWebPages();

beforeAll(async () => {
  stack = await startTestStack();
  const customer = await stack.demo();
  await pay(customer, 250);
  await pay(customer, 60, 'cancel');
  ({ jobId } = await runSample(customer, 'ctg-port-tracking', 'boxes-june.csv'));
  const other = new File(['container_no,direction\nMSKU9999993,IMPORT\n'], 'other-way.csv');
  otherJobId = (await customer.start(await customer.preview('ctg-port-tracking', other))).jobId;
  await customer.follow(otherJobId, DATA_MS);
}, DATA_MS);

const banner = (page: Page): Locator => page.getByRole('banner');
const main = (page: Page): Locator => page.getByRole('main');

/** The language that screen readers and the browser use. */
const languageOf = (page: Page): Promise<string> => page.evaluate('document.documentElement.lang');

/** On a phone the switch is in the header's menu. */
async function switchToBengali(page: Page, viewport: typeof laptop): Promise<void> {
  await page.goto('/');
  if (viewport === phone) await banner(page).getByRole('button', { name: 'Open menu' }).click();
  await banner(page).getByRole('button', { name: 'বাংলা' }).click();
  await expect.poll(() => languageOf(page)).toBe('bn');
}

async function signInInBengali(page: Page): Promise<void> {
  await banner(page).getByRole('button', { name: 'সাইন ইন' }).click();
  const dialog = page.getByRole('dialog', { name: 'সাইন ইন' });
  await dialog.getByLabel('ইমেইল').fill('demo@chalan.test');
  await dialog.getByLabel('পাসওয়ার্ড', { exact: true }).fill('wrong-password');
  const submit = dialog.getByRole('button', { name: 'সাইন ইন', exact: true });
  await submit.click();
  await dialog.getByText('ইমেইল বা পাসওয়ার্ড ভুল।').waitFor();
  await dialog.getByLabel('পাসওয়ার্ড', { exact: true }).fill('demo1234');
  await submit.click();
  await dialog.waitFor({ state: 'hidden' });
}

async function open(): Promise<Page> {
  const page = await web.open(stack.app);
  await switchToBengali(page, laptop);
  await signIn(page, demoCustomer);
  return page;
}

/** Words in Latin letters, and digits that are not Bengali. */
async function foreignIn(place: Locator): Promise<string[]> {
  const text = await place.innerText();
  return [...new Set(text.match(/[a-z]+|[0-9]+/gi) ?? [])];
}

describe('a visitor who switches to Bengali', () => {
  it('a visitor who switches to Bengali signs in and reads services and credits in Bengali, also after a reload', async () => {
    const page = await web.open(stack.app);
    await switchToBengali(page, laptop);
    await signInInBengali(page);
    await page.goto('/services');
    await main(page).getByRole('heading', { name: 'সেবাসমূহ', level: 1 }).waitFor();
    const expSearch = main(page).getByRole('article', { name: 'EXP অনুসন্ধান' });
    await expSearch.getByText('০.৫০ ক্রেডিট').waitFor();
    await expSearch.getByText('প্রতি সারি ৳০.২৫').waitFor();
    for (const figures of await main(page).locator('dl').all()) expect(await foreignIn(figures)).toEqual([]);
    await main(page).getByRole('searchbox').fill('বন্দর');
    await main(page)
      .getByText(/^[০-৯]+টি সেবা পাওয়া গেছে$/)
      .waitFor({ state: 'attached' });
    await main(page).getByRole('article', { name: 'চট্টগ্রাম বন্দর ট্র্যাকিং' }).waitFor();
    await expSearch.waitFor({ state: 'hidden' });

    await page.goto('/dashboard?tab=credits');
    await main(page).getByRole('table').waitFor();
    await main(page).getByText('৳২৫০.০০').waitFor();
    expect(await foreignIn(main(page))).toEqual([]);

    await page.reload();
    await main(page).getByText('৳২৫০.০০').waitFor();
    expect(await languageOf(page)).toBe('bn');
    expect(await page.title()).toMatch(/^ক্রেডিট/);
    const otherTab = await page.context().newPage();
    await otherTab.goto('/services');
    await otherTab.getByRole('heading', { name: 'সেবাসমূহ', level: 1 }).waitFor();
    await page.context().close();
  });

  it('a customer can type amounts with Bengali digits, and reads in Bengali why one is refused', async () => {
    const page = await open();
    await page.goto('/dashboard?tab=credits');
    await main(page).getByRole('button', { name: 'ক্রেডিট কিনুন' }).click();
    const dialog = page.getByRole('dialog', { name: 'ক্রেডিট কিনুন' });
    await dialog.getByLabel('অথবা অন্য পরিমাণ, টাকায়').fill('৪৯');
    await dialog.getByRole('button', { name: 'পেমেন্টে যান' }).click();
    await dialog.getByText('সর্বনিম্ন ক্রয় ৫০ টাকা').waitFor();
    await dialog.getByLabel('অথবা অন্য পরিমাণ, টাকায়').fill('৭৫');
    await dialog.getByText('আপনি পাবেন ১৫০.০০ ক্রেডিট।').waitFor();
    await dialog.getByRole('button', { name: 'পেমেন্টে যান' }).click();
    await page.getByRole('dialog', { name: 'bKash দিয়ে পেমেন্ট' }).getByText('৳৭৫.০০').waitFor();
    await page.context().close();
  });

  it('an export from the Bengali pages is in English, so that sheets and programs read it as before', async () => {
    const page = await open();
    await page.goto('/dashboard?tab=transactions');
    await main(page).getByText('২টি লেনদেন', { exact: true }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      main(page).getByRole('button', { name: 'CSV নামান' }).click(),
    ]);
    const stream = await download.createReadStream();
    let text = '';
    for await (const chunk of stream) text += String(chunk);
    expect(text).toContain('Transaction ID');
    expect(text).not.toMatch(/[\u0980-\u09ef]/);
    await page.context().close();
  });
});

describe('texts of the server in Bengali', () => {
  it('notifications, timeline, rows and credit history of a job are shown in Bengali', async () => {
    const page = await open();
    await banner(page)
      .getByRole('button', { name: /^বিজ্ঞপ্তি/ })
      .click();
    const panel = page.getByRole('dialog', { name: 'বিজ্ঞপ্তি' });
    await panel.getByText('কাজ শেষ হয়েছে').first().waitFor();
    const message = panel.getByText(/boxes-june\.csv: ৫টি সারির মধ্যে [০-৯]+টি হয়েছে(, [০-৯]+টি ব্যর্থ)?।$/);
    await message.waitFor();
    expect(await foreignIn(message)).toEqual(['boxes', 'june', 'csv']);
    await panel.getByText('পেমেন্ট পাওয়া গেছে: ৫০০.০০ ক্রেডিট যোগ হয়েছে।').waitFor();

    await page.goto(`/dashboard/jobs/${jobId}`);
    for (const event of ['৫টি সারির ক্রেডিট ধরে রাখা হয়েছে', 'সারির কাজ চলছে', 'শেষ; ক্রেডিটের হিসাব হয়েছে'])
      await main(page).getByText(event, { exact: true }).waitFor();
    await page.goto(`/dashboard/jobs/${otherJobId}`);
    await main(page).getByText('আপনার শিটে IMPORT, বন্দর দেখাচ্ছে EXPORT।').waitFor();
    // The port's own words are shown unchanged and marked with their language.
    await main(page).locator('span[lang=en]', { hasText: 'MUNKEBO MAERSK' }).waitFor();

    await page.goto('/dashboard?tab=credit-history');
    await main(page).getByText('চট্টগ্রাম বন্দর ট্র্যাকিং: boxes-june.csv').waitFor();
    await main(page).getByText('ফ্রি ট্রায়াল ক্রেডিট').or(main(page).getByText('ডেমো ক্রেডিট')).first().waitFor();
    await page.context().close();
  });

  it('the problem of a row, its hint and a refused file are shown in Bengali', async () => {
    const page = await open();
    await page.goto('/dashboard');
    await page.getByRole('combobox', { name: 'সেবা' }).fill('চট্টগ্রাম');
    await page.getByRole('option', { name: /চট্টগ্রাম বন্দর ট্র্যাকিং/ }).click();
    const input = page.locator('input[type=file]');
    const sheet = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
    await input.setInputFiles(sheet('boxes.csv', 'direction\nIMPORT\n'));
    await main(page).getByText('শিটে container_no কলাম নেই।', { exact: false }).waitFor();
    await input.setInputFiles(sheet('boxes.csv', 'container_no,direction\nMSKU0383251,IMPORT\n,EXPORT\n'));
    const problems = main(page).getByRole('region', { name: 'যে ভুলগুলো ঠিক করতে হবে' });
    await problems.getByText('কনটেইনার নম্বরের শেষ অঙ্ক ০ হওয়ার কথা।').waitFor();
    await problems.getByText('চারটি অক্ষর ও সাতটি অঙ্ক, যেমন MSKU0383250।').first().waitFor();
    await problems.getByText('এই ঘরটি খালি।').waitFor();
    await page.context().close();
  });
});

type Look = ReturnType<typeof reviewOf>['look'];

describe('accessibility in Bengali', () => {
  const views = [
    ['laptop', laptop, 'light'],
    ['phone', phone, 'dark'],
  ] as const;

  /** What each page shows when it has loaded. */
  const publicPages: Record<string, (page: Page, look: Look) => Promise<void>> = {
    services: async (page, look) => {
      await page.goto('/services');
      await main(page).getByRole('article').first().waitFor();
      await look('services');
      await main(page)
        .getByRole('button', { name: /^কার্টে যোগ করুন:/ })
        .first()
        .click();
      await banner(page).getByRole('button', { name: 'কার্ট, ১টি সেবা' }).click();
      await page.getByRole('dialog', { name: 'কার্ট' }).getByText('২০০.০০ ক্রেডিট').first().waitFor();
      await look('cart');
    },
    'verify email': async (page, look) => {
      await page.goto('/verify-email');
      await main(page).getByText('যাচাইয়ের লিংকটি ঠিক নয়। টোকেন নেই।').waitFor();
      await look('verify email');
    },
    'reset password': async (page, look) => {
      await page.goto('/reset-password?token=none');
      await main(page).getByLabel('নতুন পাসওয়ার্ড', { exact: true }).waitFor();
      await look('reset password');
    },
  };
  const accountPages = [
    ['/dashboard?tab=credits', 'কম ক্রেডিটের সতর্কতা'],
    ['/dashboard?tab=transactions', 'সম্পন্ন'],
    ['/dashboard?tab=credit-history', 'ব্যবহার'],
    ['/rex-soo-submission', 'এখনো কোনো REX জমা নেই'],
  ] as const;

  it.each(todaysShare(views, 1, 1))(
    'the Bengali pages have no serious axe problem and no overflow on a %s',
    async (_, viewport, colorScheme) => {
      const page = await web.open(stack.app, viewport, colorScheme);
      const { look, problems } = reviewOf(page);
      await switchToBengali(page, viewport);
      for (const visit of todaysThird(Object.values(publicPages))) await visit(page, look);
      await signIn(page, demoCustomer);
      for (const [place, shown] of todaysThird(accountPages)) {
        await page.goto(place);
        await main(page).getByText(shown).first().waitFor();
        await look(place);
      }
      expect(problems).toEqual([]);
      await page.context().close();
    },
    TOUR_MS,
  );
});
