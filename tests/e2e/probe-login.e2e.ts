/**
 * An administrator gives a portal a login for its probes. When the portal renames something behind its sign-in, a probe
 * finds it, no job does, and the map is mended beside the pictures of the old and the new page.
 */
import type { Page } from 'playwright';
import { beforeAll, expect, it } from 'vitest';
import { demoAdministrator } from '#tests/harness/demo-logins.ts';
import { startTestStack, type TestStack } from '#tests/harness/stack.ts';
import { probeWalkWorkflowId, taskQueues } from '#workflows/ids.ts';
import { laptop, overflowPx, phone, seriousProblems, useWebPages } from '#tests/harness/web-pages.ts';

const PORTAL = 'bank-ci';
const probePage = `/admin?tab=system&section=portals&probe=${PORTAL}`;

let stack: TestStack;
const web = useWebPages();
beforeAll(async () => {
  stack = await startTestStack();
});

function openAsAdmin(place: string, viewport = laptop): Promise<Page> {
  return web.openSignedIn(stack.app, { as: demoAdministrator, at: place, viewport });
}

async function saveLogin(page: Page): Promise<void> {
  await page.goto(probePage);
  await page.getByLabel('Username').fill('padma');
  await page.getByLabel('Password', { exact: true }).fill('padma1234');
  await page.getByLabel('Reason').fill('The bank gave us a login that only reads.');
  await page.getByLabel('Your own password here').fill('admin1234');
  // From the second save on, the page names the login before it is saved, so only the answer says that it is.
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  expect((await saved).status()).toBe(200);
  await page.getByText('Signs in as padma.').waitFor();
}

/** Saves the login, so that the next walk is due, and begins it: the stacks of tests have no rounds of probes. */
async function saveAndProbe(page: Page): Promise<void> {
  await saveLogin(page);
  const temporal = await stack.temporal();
  await temporal.workflow.execute('probeWalk', {
    taskQueue: taskQueues.main,
    workflowId: probeWalkWorkflowId(PORTAL),
    args: [{ portal: PORTAL, username: 'padma' }],
  });
}

const filings = async (): Promise<number> =>
  (await stack.journal(PORTAL)).filter(({ kind }) => kind === 'commit').length;

it('an administrator probes a portal at once, and the board shows what the probe finds', async () => {
  const page = await openAsAdmin('/admin?tab=system&section=portals');
  const probe = page.getByRole('button', { name: 'Probe now: Lien bank' });
  const entry = page.getByRole('listitem').filter({ has: probe });
  await entry.getByText('Not probed yet').waitFor();
  await probe.click();
  await page.getByText('The probe has begun.').first().waitFor();
  await entry.getByText(/Probe at .*: in order/).waitFor();
  expect(await seriousProblems(page)).toEqual([]);
  for (const viewport of [phone, laptop]) {
    await page.setViewportSize(viewport);
    expect(await overflowPx(page)).toBe(0);
  }
  await page.context().close();
});

it('a change behind a sign-in is found by a probe, shown on the old and the new page, and mended before a job meets it', async () => {
  const page = await openAsAdmin(probePage);
  await page.getByText('No login is saved').waitFor();
  await saveAndProbe(page);
  await page.getByText('All pages are as the map has them.').waitFor();
  expect(await seriousProblems(page)).toEqual([]);

  const renamed = { portal: PORTAL, kind: 'renamed', from: 'New claim', to: 'Apply', times: -1 };
  await stack.control('POST', '/faults', renamed);
  await saveAndProbe(page);
  await page.getByText('The portal has changed').waitFor();
  await page.getByText('not found: list.create').first().waitFor();
  await page.getByRole('link', { name: 'Compare the pages and mend the map' }).click();

  const pictures = page.getByRole('region', { name: 'Old and new page' });
  await pictures.getByAltText(/^claims: changed at .* as it was last in order$/).waitFor();
  await pictures.getByAltText(/^claims: changed at .* as it was found changed$/).waitFor();
  const lost = pictures.getByRole('button', { name: /^list\.create/ });
  await lost.getByText('found 1 → not found').waitFor();
  expect(await lost.getAttribute('aria-pressed')).toBe('true');
  expect(await seriousProblems(page)).toEqual([]);
  expect(await overflowPx(page)).toBe(0);

  await pictures.getByRole('button', { name: 'Change the text: list.create' }).click();
  const field = page.getByLabel('list.create', { exact: true });
  expect(await field.and(page.locator(':focus')).count()).toBe(1);
  await field.fill('Apply');
  await page.getByLabel('Reason').fill('The bank calls it "Apply" since this morning.');
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Version 1 is in force.').waitFor();
  await saveAndProbe(page);
  await page.getByText('All pages are as the map has them.').waitFor();
  expect(await filings()).toBe(0);
  await page.context().close();

  const small = await openAsAdmin(`/admin?tab=system&section=portals&map=${PORTAL}`, phone);
  await small.getByRole('region', { name: 'Old and new page' }).waitFor();
  expect(await seriousProblems(small)).toEqual([]);
  expect(await overflowPx(small)).toBe(0);
  await small.context().close();
});

it('Enter in the reason for removing a login removes it, and does not save the form behind the question', async () => {
  const page = await openAsAdmin(probePage);
  await saveLogin(page);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request.method());
  });
  await page.getByRole('button', { name: 'Remove the login' }).click();
  const reason = page.getByRole('alertdialog').getByLabel('Reason');
  await reason.fill('The bank has taken it back');
  await reason.press('Enter');
  await page.getByText('The login of probes is removed.').waitFor();
  await page.getByText('No login is saved').waitFor();
  expect(sent).toEqual(['DELETE']);
  await page.context().close();
});
