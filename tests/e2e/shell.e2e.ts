/** The application's frame around the pages of whoever is signed in: sidebar, top bar, the phone's bar, and tabs. */
import type { Locator, Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { demoAdministrator, demoCustomer } from '#tests/harness/demo-logins.ts';
import { startTestStack, type TestStack } from '#tests/harness/stack.ts';
import { laptop, overflowPx, phone, signIn, signInByDialog, useWebPages } from '#tests/harness/web-pages.ts';
import { measureFirstView } from '#tests/harness/wire.ts';

const scrolledPx = 'window.scrollY';

let stack: TestStack;
const web = useWebPages();

beforeAll(async () => {
  stack = await startTestStack();
});

const places = [
  ['Start', '/dashboard'],
  ['Jobs', '/dashboard/jobs'],
  ['Schedules', '/account/schedules'],
  ['Portals', '/dashboard?tab=credentials'],
  ['Credits', '/dashboard?tab=credits'],
  ['API', '/account/api'],
  ['Account', '/account'],
] as const;

/** The place that the sidebar or the phone's bar marks as the open one. */
const openPlace = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).locator('[aria-current=page]').innerText();
const addressOf = (page: Page): string => page.url().replace(stack.app, '');

function openAt(at: string, viewport = laptop, as = demoCustomer): Promise<Page> {
  return web.openSignedIn(stack.app, { as, at, viewport });
}

describe('the frame of the application', () => {
  it('a sign-in on the home page leads to the dashboard, whose logo leads there and not to the home page', async () => {
    const page = await web.open(stack.app);
    await signInByDialog(page, 'demo@chalan.test', 'demo1234');
    await page.waitForURL('**/dashboard');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Account' }).click();
    await page.waitForURL('**/account');
    await page.getByRole('link', { name: 'Chalan, start' }).click();
    await page.waitForURL('**/dashboard');
    expect(await page.getByRole('link', { name: 'Blog' }).count()).toBe(0);
    await page.goto('/services');
    await page.getByRole('banner').getByRole('link', { name: 'Blog' }).waitFor();
    await page.getByRole('link', { name: 'Chalan, home' }).click();
    await page.waitForURL(`${stack.app}/`);
    await page.context().close();
  });

  it.each([
    ['with names', laptop],
    ['as icons', { width: 900, height: 700 }],
  ])('the sidebar leads to every place and marks the open one, %s', async (_, viewport) => {
    const page = await openAt('/rex-soo-submission', viewport);
    const sidebar = page.getByRole('navigation', { name: 'Main' });
    await expect.poll(() => sidebar.getByRole('listitem').count()).toBe(places.length);
    for (const [name, address] of places) {
      await sidebar.getByRole('link', { name, exact: true }).click();
      await expect.poll(() => addressOf(page)).toBe(address);
      await expect.poll(() => openPlace(page)).toBe(name);
      await page.getByRole('heading', { level: 1 }).waitFor({ state: 'attached' });
    }
    expect(await overflowPx(page)).toBe(0);
    await page.context().close();
  });

  it('the sidebar leads an administrator to the administration', async () => {
    const page = await openAt('/dashboard', laptop, demoAdministrator);
    const sidebar = page.getByRole('navigation', { name: 'Main' });
    await sidebar.getByRole('link', { name: 'Administration' }).click();
    await page.waitForURL('**/admin');
    await page.getByRole('tab', { name: 'Overview', selected: true }).waitFor();
    await page.getByRole('tab', { name: 'Users' }).waitFor();
    await page.context().close();
  });

  it("the phone's bar and its More lead to every place, and can be touched", async () => {
    const page = await openAt('/dashboard?tab=transactions', phone);
    const bar = page.getByRole('navigation', { name: 'Main' });
    await bar.waitFor();
    for (const [name, address] of places) {
      const isInBar = (await bar.getByRole('link', { name, exact: true }).count()) > 0;
      if (!isInBar) await bar.getByRole('button', { name: 'More' }).click();
      const place = (isInBar ? bar : page.getByRole('dialog', { name: 'More' })).getByRole('link', { name });
      const box = await place.boundingBox();
      expect(Math.min(box?.height ?? 0, box?.width ?? 0), name).toBeGreaterThanOrEqual(44);
      await place.click();
      await expect.poll(() => addressOf(page)).toBe(address);
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
    }
    for (const each of await page.getByRole('banner').getByRole('button').all()) {
      const box = await each.boundingBox();
      expect(Math.min(box?.height ?? 0, box?.width ?? 0), await each.innerText()).toBeGreaterThanOrEqual(44);
    }
    await page.context().close();
  });

  it("the phone's bar covers neither the last link of a page nor the button that starts a job", async () => {
    const page = await openAt('/dashboard', phone);
    const barTop = (await page.getByRole('navigation', { name: 'Main' }).boundingBox())?.y ?? 0;
    const bottomOf = async (control: Locator): Promise<number> => {
      const box = await control.boundingBox();
      return (box?.y ?? Infinity) + (box?.height ?? 0);
    };
    const start = page.getByRole('button', { name: 'Start Automation' });
    await start.waitFor();
    await page.mouse.wheel(0, 400);
    await expect.poll(() => page.evaluate(scrolledPx)).toBe(400);
    expect(await bottomOf(start)).toBeLessThanOrEqual(barTop);
    await page.evaluate('window.scrollTo(0, document.documentElement.scrollHeight)');
    await expect
      .poll(() => bottomOf(page.getByRole('contentinfo').getByRole('link').last()))
      .toBeLessThanOrEqual(barTop);
    expect(await overflowPx(page)).toBe(0);
    await page.context().close();
  });

  it.each([laptop, phone])(
    'sidebar, bars and the beginning of the page stay where they are while it loads, at $width px',
    async (viewport) => {
      const page = await openAt('/', viewport);
      await page.addInitScript(`
        window.movedParts = [];
        new PerformanceObserver((list) => {
          for (const { sources } of list.getEntries())
            for (const { node, previousRect, currentRect } of sources)
              if (node?.parentElement?.closest('header, nav') || node?.parentElement?.querySelector(':scope > main'))
                window.movedParts.push([node.localName, node.textContent, JSON.stringify([previousRect, currentRect])].join(' '));
        }).observe({ type: 'layout-shift', buffered: true });`);
      for (const place of ['/dashboard', '/account', '/account/api']) {
        await measureFirstView(page, place);
        expect(await page.evaluate('window.movedParts'), place).toEqual([]);
      }
      await page.context().close();
    },
  );
});

describe('a bar at the top of which only the beginning has come', () => {
  it.each(['/', '/dashboard'])('the bar of %s is shown once all of it has come', async (place) => {
    // Scripts would complete the page.
    const page = await web.open(stack.app, laptop, 'light', false);
    if (place !== '/') await signIn(page, demoCustomer);
    await page.route(`${stack.app}${place}`, async (route) => {
      const html = await (await route.fetch()).text();
      const body = html.slice(0, html.indexOf('<span hidden="" data-bar-end'));
      await route.fulfill({ contentType: 'text/html', body });
    });
    await page.goto(place);
    const language = page.getByRole('banner').locator('button', { hasText: 'বাংলা' });
    expect(await language.count()).toBe(1);
    expect(await language.isVisible()).toBe(false);
    await page.unroute(`${stack.app}${place}`);
    await page.goto(place);
    await language.waitFor();
    await page.context().close();
  });
});

describe('the tabs', () => {
  it.each(['/dashboard', '/account'])(
    'the tabs of %s have their code before they are opened, once the page is in use',
    async (address) => {
      const page = await openAt(address);
      const tabs = page.getByRole('tab');
      await tabs.first().waitFor();
      const codeOfTabs: string[] = [];
      page.on('request', (request) => {
        if (/-tab-[^/]*\.js$/.test(request.url())) codeOfTabs.push(request.url());
      });
      // The first move of a new pointer has no distance.
      await page.mouse.move(20, 20);
      await page.mouse.move(40, 40);
      // The first tab is open already.
      const others = (await tabs.count()) - 1;
      await expect.poll(() => codeOfTabs.length).toBe(others);
      for (const tab of await tabs.all()) {
        await tab.click();
        await page
          .getByRole('heading', { name: await tab.innerText(), level: 1 })
          .waitFor({ state: 'attached' });
      }
      expect(codeOfTabs).toHaveLength(others);
      await page.context().close();
    },
  );
});

describe('the saved views of the jobs', () => {
  it('filters are saved as a view, which another device and the search open, and which is renamed and deleted', async () => {
    const page = await openAt('/dashboard/jobs');
    const views = page.getByRole('navigation', { name: 'Saved views' });
    await views.getByText('Filter the list, and you can save it as a view.').waitFor();
    await page.getByRole('button', { name: 'Done', exact: true }).click();
    await page.getByLabel('Service', { exact: true }).selectOption('ctg-port-tracking');
    await views.getByRole('button', { name: 'Save This View' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save this view' });
    await dialog.getByLabel('Name of the view').fill('Boxes that arrived');
    await dialog.getByRole('button', { name: 'Save' }).click();
    const saved = views.getByRole('link', { name: 'Boxes that arrived' });
    await saved.and(page.locator('[aria-current=true]')).waitFor();
    expect(await views.getByRole('button', { name: 'Save This View' }).count()).toBe(0);

    const onPhone = await openAt('/dashboard/jobs', phone);
    await onPhone.getByRole('link', { name: 'Boxes that arrived' }).click();
    await expect.poll(() => addressOf(onPhone)).toBe('/dashboard/jobs?state=done&service=ctg-port-tracking');
    expect(await overflowPx(onPhone)).toBe(0);
    await onPhone.getByRole('button', { name: 'Rename the view Boxes that arrived' }).click();
    await onPhone.getByLabel('Name of the view').fill('Arrived');
    await onPhone.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
    await onPhone.getByRole('link', { name: 'Arrived', exact: true }).waitFor();
    await onPhone.context().close();

    await page.goto('/dashboard');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /^Search pages/ }).fill('arriv');
    await page.getByRole('option', { name: 'Arrived' }).click();
    await expect.poll(() => addressOf(page)).toBe('/dashboard/jobs?state=done&service=ctg-port-tracking');
    await views.getByRole('button', { name: 'Delete the view Arrived' }).click();
    const question = page.getByRole('dialog', { name: 'Delete the view “Arrived”?' });
    await question.getByRole('button', { name: 'Delete' }).click();
    await views.getByRole('button', { name: 'Save This View' }).waitFor();
    expect(await views.getByRole('link').count()).toBe(0);
    await page.context().close();
  });
});
