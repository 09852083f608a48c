/** A signed-in page comes from the server in the language of its account, whatever the machine has shown before. */
import { expect, it } from 'vitest';
import { startTestApp } from '#tests/harness/app.ts';
import { serveBuiltClient } from '#tests/harness/client-server.ts';
import { useWebPages } from '#tests/harness/web-pages.ts';

const app = await startTestApp();
const { db } = app.deps;
const site = serveBuiltClient(app);
const web = useWebPages();

it.each([
  ['bn', 'en'],
  ['en', 'bn'],
] as const)(
  'a page of an account in %s is rendered in it on a machine in %s',
  async (ofAccount, ofMachine) => {
    const customer = await app.signUpAndVerify();
    await db.user.update({ where: { id: customer.id }, data: { language: ofAccount } });
    const page = await web.openAs(customer, site.address(), '/terms');
    await page.context().addCookies([{ name: 'chalan-language', value: ofMachine, url: site.address() }]);
    const html = await (await page.request.get(`${site.address()}/dashboard`)).text();
    expect(html).toContain(`<html lang="${ofAccount}"`);
    expect(html).toContain(`data-language="${ofAccount}"`);
    await page.context().close();
  },
);
