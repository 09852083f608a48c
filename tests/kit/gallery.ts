/**
 * `npm run gallery`: takes the pictures of the README and of the gallery from the running stack, which should be a new
 * one: it runs some jobs as the demo customer first. A folder can be named for the pictures instead of `docs/images`.
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright';
import type { JobDetail } from '#contracts/calls/jobs/jobs-answers.ts';
import { credentialPortals } from '#contracts/portals/portal-logins.ts';
import { findService } from '#services/catalogue.ts';
import { sampleHasZip } from '#services/contract.ts';
import { signIn, type Customer } from '#temporal/local/customer.ts';
import { runningStack, type StackAddresses } from '#temporal/local/stack.ts';
import { openChromium } from '#tests/harness/open-chromium.ts';
import { until } from '#tests/harness/until.ts';
import { cookiesOf } from '#tests/harness/wire.ts';

const FOLDER = process.argv[2] ?? 'docs/images';
const JOB_MS = 180_000;
const STEP_MS = 60_000;
/** The job that the dashboard shows is slow for as long as its pictures take. */
const SLOW_MS = 5_000;
const JPEG_QUALITY = 70;
const isAtRest = `!document.querySelector('[aria-busy=true], .chakra-skeleton')`;

const sizes = {
  site: { width: 1366, height: 860 },
  application: { width: 1440, height: 900 },
  phone: { width: 360, height: 780 },
};
type Account = 'visitor' | 'demo' | 'admin';
type Picture = {
  file: string;
  address: string;
  as: Account;
  size: keyof typeof sizes;
  language?: 'bn';
  theme?: 'dark';
  /** What is done on the page before the picture. */
  prepare?: (page: Page) => Promise<void>;
};

/** Eight rows, one of which has an AD code that the check refuses. */
const sheet = (name: string): { name: string; mimeType: string; buffer: Buffer } => {
  const rows = Array.from({ length: 8 }, (_, at) => `${at === 3 ? '10' : '1084'},00450${at + 1},2026`);
  const text = ['ad_code,exp_serial,exp_year', ...rows].join('\n');
  return { name, mimeType: 'text/csv', buffer: Buffer.from(text) };
};

async function addSheet(page: Page): Promise<void> {
  await page.locator('input[type=file]').first().setInputFiles(sheet('EXP-november.csv'));
  await page.locator('main [data-scope=combobox]').first().waitFor();
  await page.getByText(/^(Ready to Process|প্রস্তুত):/).waitFor();
}

const pictures = (job: JobDetail): Picture[] => [
  { file: 'home.jpg', address: '/', as: 'visitor', size: 'site' },
  { file: 'home-bn-phone.jpg', address: '/', as: 'visitor', size: 'phone', language: 'bn' },
  { file: 'services.jpg', address: '/services', as: 'visitor', size: 'site' },
  { file: 'services-bn-phone.jpg', address: '/services', as: 'visitor', size: 'phone', language: 'bn' },
  { file: 'blog.jpg', address: '/blog', as: 'visitor', size: 'site' },
  { file: 'contact.jpg', address: '/contact', as: 'visitor', size: 'site' },
  { file: 'jobs.jpg', address: '/dashboard/jobs', as: 'demo', size: 'application' },
  { file: 'analytics.jpg', address: '/account?tab=analytics', as: 'demo', size: 'application' },
  { file: 'security.jpg', address: '/account?tab=security', as: 'demo', size: 'application' },
  { file: 'portal-access.jpg', address: '/dashboard?tab=credentials', as: 'demo', size: 'application' },
  { file: 'api-docs.jpg', address: '/api-docs', as: 'demo', size: 'application' },
  {
    file: 'pdf-tables.jpg',
    address: `/dashboard/jobs/${job.jobId}#tables`,
    as: 'demo',
    size: 'application',
    prepare: async (page) => {
      await page.getByRole('img', { name: /^Page 1 of the PDF/ }).waitFor();
      await page.evaluate(`document.querySelector('#tables, [id^=tables]')?.scrollIntoView()`);
    },
  },
  { file: 'admin-users.jpg', address: '/admin?tab=users', as: 'admin', size: 'application', theme: 'dark' },
  { file: 'admin-jobs.jpg', address: '/admin?tab=jobs', as: 'admin', size: 'application' },
  {
    file: 'admin-system.jpg',
    address: '/admin?tab=system&section=portals',
    as: 'admin',
    size: 'application',
  },
  { file: 'admin-services.jpg', address: '/admin?tab=services', as: 'admin', size: 'application' },
  { file: 'admin-posts.jpg', address: '/admin?tab=blog', as: 'admin', size: 'application' },
];

const start = '/dashboard?service=exp-search';
const whileRunning: Picture[] = [
  { file: 'dashboard.png', address: start, as: 'demo', size: 'application', prepare: addSheet },
  {
    file: 'dashboard-bn.jpg',
    address: start,
    as: 'demo',
    size: 'application',
    language: 'bn',
    prepare: addSheet,
  },
];

async function runSample(customer: Customer, serviceId: string): Promise<JobDetail> {
  const service = findService(serviceId);
  if (!service) throw new Error(`There is no service ${serviceId}.`);
  const sample = async (extension: string, name: string): Promise<File> => {
    const { bytes } = await customer.download(`/templates/${serviceId}.${extension}`);
    return new File([bytes], name);
  };
  const isPdf = service.input.kind === 'pdf';
  const file = await sample(isPdf ? 'pdf' : 'csv', isPdf ? 'order-4711.pdf' : `${serviceId}-week-47.csv`);
  const documents = sampleHasZip(service) ? await sample('zip', 'documents.zip') : undefined;
  const { jobId } = await customer.start(await customer.preview(serviceId, file, documents));
  return customer.follow(jobId, JOB_MS);
}

async function control(stack: StackAddresses, method: string, body?: object): Promise<void> {
  const answer = await fetch(`${stack.sandbox}/__control/faults`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (!answer.ok) throw new Error(`The sandbox answered ${answer.status}.`);
}

async function take(browser: Browser, origin: string, picture: Picture, cookie: string | null) {
  const { file, address, size, language = 'en', theme = 'light', prepare } = picture;
  const context = await browser.newContext({
    baseURL: origin,
    viewport: sizes[size],
    colorScheme: theme,
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(STEP_MS);
  await context.addCookies([
    ...(cookie === null ? [] : cookiesOf(cookie, origin)),
    { name: 'chalan-language', value: language, url: origin },
  ]);
  const page = await context.newPage();
  await page.addInitScript(`localStorage.setItem('chalan-language', '${language}')`);
  await page.goto(address, { waitUntil: 'networkidle' });
  await prepare?.(page);
  // The policy of a page does not let it evaluate code by itself, so it is asked from outside.
  await until(`${file} to be at rest`, async () => Boolean(await page.evaluate(isAtRest)));
  const format = file.endsWith('.png') ? {} : ({ type: 'jpeg', quality: JPEG_QUALITY } as const);
  await page.screenshot({ path: path.join(FOLDER, file), ...format });
  await context.close();
  process.stdout.write(`${file}\n`);
}

async function takeAll(stack: StackAddresses, browser: Browser): Promise<void> {
  const origin = new URL(stack.app).origin;
  const demo = await signIn(origin, 'demo@chalan.test', 'demo1234');
  const admin = await signIn(origin, 'admin@chalan.test', 'admin1234');
  const cookies: Record<Account, string | null> = { visitor: null, demo: demo.cookie, admin: admin.cookie };
  for (const portal of credentialPortals) await demo.saveLogin(portal, 'padma', 'padma1234');
  for (const id of ['exp-search', 'ctg-port-tracking', 'hm-packing-list', 'damco-tracking-maersk'])
    await runSample(demo, id);
  const converted = await runSample(demo, 'pdf-excel-converter');
  for (const picture of pictures(converted)) await take(browser, origin, picture, cookies[picture.as]);
  await control(stack, 'POST', { portal: 'bb-exp', kind: 'slow', route: '*', ms: SLOW_MS, times: -1 });
  const { name, buffer } = sheet('EXP-week-47.csv');
  const preview = await demo.preview('exp-search', new File([new Uint8Array(buffer)], name));
  await demo.start(preview);
  for (const picture of whileRunning) await take(browser, origin, picture, cookies[picture.as]);
  await control(stack, 'DELETE');
}

const stack = runningStack();
if (!stack) throw new Error('Chalan is not running. Start it with `npm start` first.');
mkdirSync(FOLDER, { recursive: true });
const browser = await openChromium();
try {
  await takeAll(stack, browser);
} finally {
  await browser.close();
}
