/** What could not be done on one page is not done later, when another page has what was missing. */
import { expect, test } from 'vitest';
import { bbExpPortal } from '#activities/portals/bb-exp/portal.ts';
import type { PortalSession } from '#activities/portals/contract.ts';
import { hmPortal } from '#activities/portals/hm/portal.ts';
import { createPageTools } from '#activities/portals/page-tools.ts';
import { expSearch } from '#services/exp-search/run.ts';
import { hmEinvoiceDownload } from '#services/hm-einvoice-download/run.ts';
import type { ReadRunner } from '#services/runner.ts';
import { useAdapter } from '#tests/harness/portal-adapter.ts';
import { nobodyAnswers, runContext } from '#tests/harness/run-context.ts';
import { ending } from '#tests/harness/row-ends.ts';

/** Longer than a login takes, so that what still waits for its element would find it afterwards. */
const elementMs = 20_000;
const adapters = {
  'bb-exp': { ...(await useAdapter('bb-exp', { elementMs })), portal: bbExpPortal },
  hm: { ...(await useAdapter('hm', { elementMs })), portal: hmPortal },
};

const countClicks = (name: string): string => `addEventListener('click', ({ target }) => {
  if (target.textContent === ${JSON.stringify(name)})
    sessionStorage.setItem('clicks', Number(sessionStorage.getItem('clicks')) + 1);
}, true)`;

const cases: [keyof typeof adapters, string, ReadRunner, Record<string, string>][] = [
  ['bb-exp', 'Transaction', expSearch, { ad_code: '1084', exp_serial: '009999', exp_year: '2026' }],
  ['hm', 'Invoices', hmEinvoiceDownload, { invoice_no: '2509603' }],
];
test.each(cases)(
  'the menu of %s is clicked once after a login, whatever was missing before',
  async (key, entry, runner, row) => {
    const { open, portal } = adapters[key];
    const session: PortalSession = await open();
    await session.context.addInitScript(countClicks(entry));
    await portal.entrance(session);
    const work = () => ending(runner.run(row, runContext({ session })));
    expect(await work()).toMatchObject({ outcome: 'SESSION_EXPIRED' });
    const login = { username: 'padma', password: 'padma1234' };
    expect(await portal.login(session, login, nobodyAnswers)).toEqual({ outcome: 'ok' });
    expect(['SUCCESS', 'NOT_FOUND']).toContain((await work()).outcome);
    expect(await session.page.evaluate("Number(sessionStorage.getItem('clicks'))")).toBe(1);
  },
);

/** As long as Playwright waits between two looks for an element, several times over. */
const LATE_MS = 1_500;

test('a document whose field was missing is not attached to a later form', async () => {
  const { page } = await adapters.hm.open();
  const { attach } = createPageTools({ alert: '.alert', timeouts: { navigationMs: 5_000, elementMs: 300 } });
  const file = (name: string) => ({ name, bytes: new Uint8Array([37]) });
  await page.setContent('<h1>Other page</h1>');
  await expect(attach(page, { id: '#field' }, file('former.pdf'))).rejects.toMatchObject({
    outcome: 'PORTAL_CHANGED',
  });
  await page.setContent('<input type="file" id="field" />');
  const attached = page.waitForFunction("document.querySelector('#field').files.length > 0", undefined, {
    timeout: LATE_MS,
  });
  await expect(attached).rejects.toThrow(/Timeout/);
  await attach(page, { id: '#field' }, file('own.pdf'));
  expect(await page.evaluate("document.querySelector('#field').files[0].name")).toBe('own.pdf');
});
