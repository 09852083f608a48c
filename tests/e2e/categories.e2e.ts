/**
 * One service of each category, run by a customer in a real browser with the sample that the platform offers. CI runs
 * some categories a day; every-service.test.ts runs each service without a browser every day.
 */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { filingTimeouts } from '#activities/portals/patience.ts';
import { credentialPortals } from '#contracts/portals/portal-logins.ts';
import { services } from '#services/catalogue.ts';
import { sampleHasZip, type ServiceDefinition } from '#services/contract.ts';
import type { Customer } from '#temporal/local/customer.ts';
import { todaysShare } from '#tests/harness/depth.ts';
import { startTestStack, type TestStack } from '#tests/harness/stack.ts';
import { unzip } from '#tests/harness/unzip.ts';
import { signIn, useWebPages } from '#tests/harness/web-pages.ts';

const CATEGORIES_A_DAY = 3;
/** The product waits so long for the answer to a filing; only a job that takes longer is stuck. */
const JOB_MS = filingTimeouts().filingMs + 60_000;

let stack: TestStack;
let customer: Customer;
const web = useWebPages();

beforeAll(async () => {
  stack = await startTestStack();
  customer = await stack.demo();
  for (const portal of credentialPortals) await customer.saveLogin(portal, 'padma', 'padma1234');
});

/** The first service of each category that takes a sheet; a sheet with a ZIP has its own scenario. */
const firsts = new Map<string, ServiceDefinition>();
for (const service of services) {
  if (service.input.kind !== 'sheet' || sampleHasZip(service)) continue;
  if (!firsts.has(service.category)) firsts.set(service.category, service);
}

/** Uploads the sample that the panel offers, unchanged. */
async function uploadSample(page: Page, service: ServiceDefinition): Promise<void> {
  const { bytes } = await customer.download(`/templates/${service.id}.csv`);
  const name = `${service.id}.csv`;
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(bytes) });
}

describe.each(todaysShare([...firsts], CATEGORIES_A_DAY))('the category %s', (_, service) => {
  it(
    `${service.name} runs from the sample to the result files`,
    async () => {
      const page = await web.open(stack.app);
      await signIn(page, 'demo@chalan.test', 'demo1234');
      await page.goto(`/dashboard?service=${service.id}`);
      await uploadSample(page, service);
      await page.getByRole('button', { name: 'Start Automation' }).click();
      const link = page.getByRole('link', { name: `Download results of ${service.id}.csv` });
      await link.waitFor({ timeout: JOB_MS });
      const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
      const files = await unzip(await readFile(await download.path()));
      expect([...files.keys()].some((name) => name.endsWith('result.xlsx'))).toBe(true);
      await page.context().close();
    },
    JOB_MS + 30_000,
  );
});
