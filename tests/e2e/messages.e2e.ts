/**
 * The sentences of spec section 8 that a failure causes, each provoked in a real browser: calls that get no answer,
 * that are refused, or that end at the wrong moment. `tests/spec-messages.test.ts` lists all sentences with their
 * tests.
 */
import type { Locator, Page } from 'playwright';
import { beforeAll, describe, it } from 'vitest';
import { errorCatalogue, type ErrorCode } from '#contracts/errors.ts';
import { demoAdministrator, demoCustomer, type Login } from '#tests/harness/demo-logins.ts';
import { startTestStack, type TestStack } from '#tests/harness/stack.ts';
import { useWebPages } from '#tests/harness/web-pages.ts';

const JOB_MS = 180_000;
const wallet = '01770618575';
const OTP = '123456';
const PIN = '12121';
const rexFolder = 'activities/services/rex-soo-submission';
const unverifiedEmail = 'rahela@example.test';
const reason = 'Asked for by phone';

let stack: TestStack;
const web = useWebPages();

beforeAll(async () => {
  stack = await startTestStack();
  const customer = await stack.demo();
  for (const portal of ['epb_export_tracker', 'hm_supplier'] as const)
    await customer.saveLogin(portal, 'padma', 'padma1234');
  const person = { name: 'Rahela Khatun', company: 'Meghna Knit Ltd.', mobile: '+8801711000001' };
  await fetch(`${stack.app}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...person, email: unverifiedEmail, password: 'jute-and-tea-42' }),
  });
});

const open = (): Promise<Page> => web.open(stack.app);
const openAs = (as: Login, at: string): Promise<Page> => web.openSignedIn(stack.app, { as, at });
const openDemo = (at: string): Promise<Page> => openAs(demoCustomer, at);
const button = (place: Page | Locator, name: string | RegExp) =>
  place.getByRole('button', { name, exact: true });
const close = (page: Page): Promise<void> => page.context().close();

/** The call gets no answer while the steps run and the sentence is looked for. */
async function unanswered(page: Page, calls: string, sentence: string, steps: () => Promise<void>) {
  await page.route(calls, (route) => route.abort());
  await steps();
  await page.getByText(sentence).first().waitFor();
  await page.unroute(calls);
}

/** The call is refused with an error of the catalogue, whose sentence may be omitted. */
async function refused(
  page: Page,
  {
    calls,
    code,
    message = errorCatalogue[code].message,
  }: { calls: string; code: ErrorCode; message?: string },
  sentence: string,
  steps: () => Promise<void>,
) {
  const body = JSON.stringify({ success: false, code, message, requestId: 'request-1' });
  const { status } = errorCatalogue[code];
  await page.route(calls, (route) => route.fulfill({ status, contentType: 'application/json', body }));
  await steps();
  await page.getByText(sentence).first().waitFor();
  await page.unroute(calls);
}

describe('signing in and up', () => {
  it('the sign-in says that there was no connection, and that a mail could not be sent', async () => {
    const page = await open();
    await page.goto('/');
    await button(page.getByRole('banner'), 'Sign In').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Email').fill(unverifiedEmail);
    await dialog.getByLabel('Password', { exact: true }).fill('jute-and-tea-42');
    const submit = () => button(dialog, 'Sign In').click();
    await unanswered(
      page,
      '**/api/auth/login',
      'Login failed. Please check your connection and try again.',
      submit,
    );
    await submit();
    await page.getByText('Email verification needed').waitFor();
    await unanswered(
      page,
      '**/api/auth/resend-verification',
      'Failed to send verification email. Please try again.',
      () => button(dialog, 'Resend verification email').click(),
    );

    await button(dialog, 'New here? Create an account').click();
    await dialog.getByLabel('Name').fill('Salma Akter');
    await dialog.getByLabel('Company').fill('Padma Apparels Ltd.');
    await dialog.getByLabel('Mobile').fill('+8801712345678');
    await dialog.getByLabel('Email').fill('salma@example.test');
    await dialog.getByLabel('Password', { exact: true }).fill('jute-and-tea-42');
    await unanswered(
      page,
      '**/api/auth/register',
      'Registration failed. Please check your connection and try again.',
      () => button(dialog, 'Create Account').click(),
    );
    await close(page);
  });

  it('the pages of mailed links say what is wrong with a link', async () => {
    const page = await open();
    await page.goto('/verify-email');
    await page.getByText('Invalid verification link. No token provided.').waitFor();
    const verify = '**/api/auth/verify-email';
    await unanswered(
      page,
      verify,
      'An error occurred while verifying your email. Please try again.',
      async () => void (await page.goto('/verify-email?token=unanswered')),
    );
    const expired = { calls: verify, code: 'VERIFICATION_LINK_EXPIRED' } as const;
    await refused(page, expired, 'Verification Link Expired', async () => {
      await page.goto('/verify-email?token=expired');
      await page.getByText('Unable to resend verification email. Please try registering again.').waitFor();
    });
    const contested = { calls: verify, code: 'REGISTRATION_PASSWORD_NEEDED' } as const;
    await refused(page, contested, 'Please enter the password that you chose.', async () => {
      await page.goto('/verify-email?token=contested');
      await page.getByLabel('Password', { exact: true }).fill('jute-and-tea-42');
    });
    await button(page, 'Verify email address').click();
    await page.getByText('Invalid verification link.', { exact: true }).waitFor();
    await page.goto('/reset-password?token=any');
    await page.getByLabel('New password', { exact: true }).fill('jute-and-tea-42');
    await page.getByLabel('Confirm new password', { exact: true }).fill('jute-and-coffee-42');
    await button(page, 'Reset Password').click();
    await page.getByText('Passwords do not match.', { exact: true }).waitFor();
    await close(page);
  });

  it('the verification page sends the mail again, and says if it could not', async () => {
    const page = await openDemo('/dashboard');
    // The address is no longer confirmed, as after a change by a support person.
    await stack.db.user.update({ where: { email: 'demo@chalan.test' }, data: { emailVerified: false } });
    await page.goto('/verify-email');
    const resend = button(page, 'Resend verification email');
    await unanswered(page, '**/api/auth/resend-verification', 'Failed to resend verification email.', () =>
      resend.click(),
    );
    await resend.click();
    await page.getByText('Verification email sent successfully! Please check your inbox.').waitFor();
    await stack.db.user.update({ where: { email: 'demo@chalan.test' }, data: { emailVerified: true } });
    await close(page);
  });
});

describe('the account', () => {
  it('the account says that a profile and a password could not be changed', async () => {
    const page = await openDemo('/account');
    const profile = page.getByRole('region', { name: 'Profile' });
    await button(profile, 'Edit Profile').click();
    await profile.getByLabel('Company').fill('Meghna Knit Ltd.');
    await unanswered(page, '**/profile', 'Failed to update profile', () =>
      button(profile, 'Save Changes').click(),
    );
    await button(page, 'Change Password').click();
    const dialog = page.getByRole('dialog', { name: 'Change Password' });
    await dialog.getByLabel('Current password', { exact: true }).fill('demo1234');
    await dialog.getByLabel('New password', { exact: true }).fill('jute-and-tea-42');
    await dialog.getByLabel('Confirm new password', { exact: true }).fill('jute-and-tea-42');
    await unanswered(page, '**/change-password', 'Failed to change password', () =>
      button(dialog, 'Change Password').click(),
    );
    await close(page);
  });

  it('the account says that a portal login could not be tested, saved or deleted', async () => {
    const page = await openDemo('/dashboard?tab=credentials');
    await button(page, /^Edit login: H&M/).click();
    const dialog = page.getByRole('dialog', { name: /H&M/ });
    await dialog.getByLabel('Password', { exact: true }).fill('padma1234');
    await unanswered(page, '**/api/credentials/test', 'Failed to test credentials', () =>
      button(dialog, 'Test').click(),
    );
    await unanswered(page, '**/api/credentials/save', 'Failed to save credentials', () =>
      button(dialog, 'Save').click(),
    );
    await unanswered(page, '**/api/credentials/hm_supplier', 'Failed to delete credentials', async () => {
      await button(dialog, 'Delete').click();
      await button(page.getByRole('alertdialog'), 'Delete Login').click();
    });
    await close(page);
  });

  it('the account says whether payments and credits were refused or could not be loaded', async () => {
    const page = await openDemo('/dashboard');
    const lists = [
      {
        tab: 'transactions',
        calls: '**/api/transactions/*?**',
        unread: 'Failed to load transactions',
        refusal: 'Failed to fetch transactions',
      },
      {
        tab: 'credit-history',
        calls: '**/credit-history?**',
        unread: 'Failed to load credit history. Please try again.',
        refusal: 'Failed to fetch credit history',
      },
    ];
    for (const { tab, calls, unread, refusal } of lists) {
      const visit = async () => void (await page.goto(`/dashboard?tab=${tab}`));
      await unanswered(page, calls, unread, visit);
      await refused(page, { calls, code: 'INTERNAL' }, refusal, visit);
    }
    await close(page);
  });
});

describe('a job', () => {
  async function chooseFile(page: Page): Promise<void> {
    await page.goto('/dashboard');
    await page.getByRole('combobox', { name: 'Service' }).fill('PDF');
    await page.getByRole('option', { name: /PDF/ }).click();
    await page
      .locator('input[type=file]')
      .setInputFiles('activities/services/pdf-excel-converter/sample.pdf');
    await page.getByText('1 file ready').waitFor();
  }
  const start = (page: Page): Promise<void> =>
    page.getByRole('button', { name: /^Start Automation/ }).click();

  it('a job that could not be started says why, and whether the server has answered', async () => {
    const page = await openDemo('/dashboard');
    await chooseFile(page);
    const calls = '**/api/process-automation';
    await unanswered(page, calls, 'Error processing automation: ', () => start(page));
    await refused(
      page,
      { calls, code: 'UNAVAILABLE' },
      `Failed to start automation: ${errorCatalogue.UNAVAILABLE.message}`,
      () => start(page),
    );
    const silent = { calls, code: 'UNAVAILABLE', message: '' } as const;
    await refused(page, silent, 'Unknown error', () => start(page));
    await close(page);
  });

  it('a job whose end is not in the history yet asks for a refresh of the page', async () => {
    const page = await openDemo('/dashboard');
    await chooseFile(page);
    // The page's copy of the history is older than the job's end.
    await page.route(/\/api\/work-history/, (route) => route.abort());
    await start(page);
    const sentence = `Automation complete! If download button doesn't appear, please refresh the page.`;
    await page.getByText(sentence).waitFor({ timeout: JOB_MS });
    await close(page);
  });

  it('a job on a portal without a saved login asks for the login first', async () => {
    await stack.db.portalCredential.deleteMany({ where: { portal: 'bangladesh_bank_exp' } });
    const page = await openDemo('/dashboard');
    await page.getByRole('combobox', { name: 'Service' }).fill('EXP Search');
    await page.getByRole('option', { name: /EXP Search/ }).click();
    await page.locator('input[type=file]').setInputFiles('activities/services/exp-search/sample.csv');
    await page.getByText('Portal Credentials Required').waitFor();
    await close(page);
  });

  it('a REX job says on the dashboard and on its own page what could not be done', async () => {
    const page = await openDemo('/rex-soo-submission');
    const zip = page.getByLabel('Drop the ZIP of PDFs here, or choose it');
    const csv = page.getByLabel('Drop the CSV here, or choose it');
    await unanswered(page, '**/api/rex-soo/upload-zip', 'Failed to upload ZIP file', () =>
      zip.setInputFiles(`${rexFolder}/sample.zip`),
    );
    await zip.setInputFiles(`${rexFolder}/sample.zip`);
    await page.getByText('6 PDF files found in sample.zip.').waitFor();
    await unanswered(page, '**/api/rex-soo/upload-csv', 'Failed to process CSV file', () =>
      csv.setInputFiles(`${rexFolder}/sample.csv`),
    );
    await csv.setInputFiles(`${rexFolder}/sample.csv`);
    await page.getByText(/Ready to Process: \d+ rows/).waitFor();
    const busy = { calls: '**/api/rex-soo/submit', code: 'UNAVAILABLE' } as const;
    await refused(page, busy, 'Failed to submit REX SOO data', () => button(page, /^Submit: /).click());

    await page.goto('/dashboard');
    await page.getByRole('combobox', { name: 'Service' }).fill('REX');
    await page.getByRole('option', { name: /REX/ }).click();
    await page.getByLabel('Drop your sheet here, or choose it').setInputFiles(`${rexFolder}/sample.csv`);
    await page.getByLabel(/ZIP of/).setInputFiles(`${rexFolder}/sample.zip`);
    await page.getByText(/Ready to Process: \d+ rows/).waitFor();
    const calls = '**/api/process-automation';
    await refused(page, { ...busy, calls }, 'Failed to start REX/SOO submission: ', () => start(page));
    await close(page);
  });
});

describe('a payment', () => {
  async function choose(page: Page, amountBdt: number): Promise<void> {
    await button(page.getByRole('banner'), /^Account of/).click();
    await button(page.getByRole('dialog', { name: 'Account' }), 'Buy Credits').click();
    await page.getByLabel('Or another amount in taka').fill(String(amountBdt));
    await button(page, 'Proceed to Payment').click();
  }
  async function openPayment(page: Page, amountBdt: number): Promise<Page> {
    await choose(page, amountBdt);
    const [bkash] = await Promise.all([page.waitForEvent('popup'), button(page, 'Pay with bKash').click()]);
    await bkash.getByLabel('Wallet number').fill(wallet);
    return bkash;
  }
  async function pay(bkash: Page): Promise<void> {
    const confirm = () => button(bkash, 'Confirm').click();
    await bkash.getByRole('checkbox').check();
    await confirm();
    await bkash.getByLabel(`Code sent to ${wallet}`).fill(OTP);
    await confirm();
    await bkash.getByLabel(`PIN of ${wallet}`).fill(PIN);
    await confirm();
  }
  const query = '**/api/bkash/query-payment';

  it('a payment that could not be created says so, whether or not the server has answered', async () => {
    const page = await openDemo('/dashboard');
    await choose(page, 70);
    const calls = '**/api/bkash/create-payment';
    await unanswered(page, calls, 'Failed to create payment. Please try again.', () =>
      button(page, 'Pay with bKash').click(),
    );
    const silent = { calls, code: 'PAYMENT_NOT_CREATED', message: '' } as const;
    await refused(page, silent, 'Failed to create payment', () => button(page, 'Pay with bKash').click());
    await close(page);
  });

  it('a payment whose state is unknown says so, and says if it cannot be found', async () => {
    const page = await openDemo('/dashboard');
    const bkash = await openPayment(page, 72);
    await unanswered(page, query, 'Failed to verify payment status', () => pay(bkash));
    await close(page);

    const second = await openDemo('/dashboard');
    const window = await openPayment(second, 73);
    const unknown = { calls: query, code: 'NOT_FOUND', message: '' } as const;
    await refused(second, unknown, 'Payment verification failed', () => pay(window));
    await close(second);
  });

  it('a payment that is paid but could not be confirmed to the page says so', async () => {
    const page = await openDemo('/dashboard');
    const bkash = await openPayment(page, 74);
    await unanswered(page, '**/api/transactions', 'Failed to process payment', async () => {
      await pay(bkash);
      await page.getByRole('dialog', { name: 'Payment received' }).waitFor({ timeout: JOB_MS });
    });
    await close(page);
  });
});

describe('the administration', () => {
  it('the administration says what could not be done to an account', async () => {
    const page = await openAs(demoAdministrator, '/admin?tab=users');
    await page.getByRole('searchbox', { name: 'Name, email, company or mobile' }).fill(unverifiedEmail);
    await page.getByText('1 user', { exact: true }).waitFor();
    await button(page, `Details of ${unverifiedEmail}`).click();
    const ask = page.getByRole('alertdialog');
    const steps = (action: string, confirmLabel: string) => async () => {
      await button(page, action).click();
      const why = ask.getByLabel('Reason');
      if ((await why.count()) > 0) await why.fill(reason);
      await button(ask, confirmLabel).click();
    };
    const failures = [
      ['**/verify-email', 'Failed to verify email', 'Verify Email', 'Verify Email'],
      ['**/resend-verification', 'Failed to send verification email', 'Resend Verification', 'Send Email'],
      ['**/reset-password', 'Failed to send password reset email', 'Send Password Reset', 'Send Email'],
      ['**/api/users/*', 'Failed to delete user: ', 'Delete', 'Delete User'],
    ] as const;
    for (const [calls, sentence, action, confirmLabel] of failures) {
      await unanswered(page, calls, sentence, steps(action, confirmLabel));
      await page.keyboard.press('Escape');
      await ask.waitFor({ state: 'hidden' });
    }
    await close(page);
  });

  it('the administration says that an ad could not be switched', async () => {
    const page = await openAs(demoAdministrator, '/admin?tab=ads');
    await unanswered(page, '**/api/ads/toggle/*', 'Failed to toggle ad placement', () =>
      page.getByRole('switch', { name: 'Ads Blog, Above the posts' }).click(),
    );
    await close(page);
  });
});
