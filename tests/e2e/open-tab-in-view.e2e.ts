/** On a phone the open one of the pages for customers' own systems is in view, though their row is wider than the screen. */
import { expect, it } from 'vitest';
import { startTestApp } from '#tests/harness/app.ts';
import { serveBuiltClient } from '#tests/harness/client-server.ts';
import { phone, useWebPages } from '#tests/harness/web-pages.ts';

const app = await startTestApp();
const site = serveBuiltClient(app);
const web = useWebPages();

it('the name of the open page of the API is whole on a phone', async () => {
  const customer = await app.signUpAndVerify();
  const page = await web.openAs(customer, site.address(), '/api-docs', phone);
  const open = page.getByRole('main').locator('nav [aria-current=page]');
  const endPx = async () => {
    const box = await open.boundingBox();
    return box ? box.x + box.width : Infinity;
  };
  await expect.poll(endPx).toBeLessThanOrEqual(phone.width);
  await page.context().close();
});
