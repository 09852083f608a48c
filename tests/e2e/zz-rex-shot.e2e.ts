/** Temporary look. */
import { beforeAll, it } from 'vitest';
import { startTestStack, type TestStack } from '#tests/harness/stack.ts';
import { laptop, phone, signIn, useWebPages } from '#tests/harness/web-pages.ts';
let stack: TestStack;
const web = useWebPages();
beforeAll(async () => {
  stack = await startTestStack();
  await (await stack.demo()).saveLogin('epb_export_tracker', 'padma', 'padma1234');
});
it('looks', async () => {
  for (const [name, view] of [['laptop', laptop], ['phone', phone]] as const) {
    const page = await web.open(stack.app, view);
    await signIn(page, 'demo@chalan.test', 'demo1234');
    await page.goto('/rex-soo-submission');
    await page.getByLabel('Drop the ZIP of PDFs here, or choose it').setInputFiles('activities/services/rex-soo-submission/sample.zip');
    await page.getByText('6 PDF files').waitFor();
    await page.getByLabel('Drop the CSV here, or choose it').setInputFiles('activities/services/rex-soo-submission/sample.csv');
    await page.getByText('3 rows ready').waitFor();
    if (name === 'phone') {
      await page.getByRole('button', { name: 'Submit', exact: true }).click();
      await page.getByText('SOO_2509677.pdf').waitFor({ timeout: 60_000 });
    }
    await page.screenshot({ path: `/tmp/chalan-epb-${name}.png`, fullPage: true });
  }
});
