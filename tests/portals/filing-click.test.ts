/**
 * The click that files, with a real browser on the sandbox: a request that is late, repeated or still waiting never
 * reaches the portal, and the intent says so.
 */
import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page, Request } from 'playwright';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { HOUR_MS } from '#contracts/durations.ts';
import { fileOnce, FilingNotAllowed, type FilingEnd, type FilingInput } from '#activities/rows/filing.ts';
import { bbExpPortal } from '#activities/portals/bb-exp/portal.ts';
import { PortalFault, type PortalSession } from '#activities/portals/contract.ts';
import { clickOnce, type FilingSteps } from '#activities/portals/filing-click.ts';
import { intentKey } from '#api/domain/jobs/filings/intent-keys.ts';
import { quote } from '#contracts/messages/message.ts';
import { expIssue } from '#services/exp-issue/run.ts';
import type { Filing } from '#services/runner.ts';
import { useBrowser } from '#tests/harness/browser.ts';
import { createTestDatabase } from '#tests/harness/database.ts';
import { claimedLease, takeOver, type ClaimedLease } from '#tests/harness/leases.ts';
import { filedKeys } from '#tests/harness/row-ends.ts';
import { nobodyAnswers, runContext } from '#tests/harness/run-context.ts';
import { naturalKeyOf, rowOf, sampleRows } from '#tests/harness/sample-rows.ts';
import { startSandbox } from '#tests/harness/sandbox.ts';

const portal = 'bb-exp';
const SERVICE = 'exp-issue';
/** Longer than the time between the last check and the request, and than the gap that counts as a freeze. */
const FROZEN_MS = 6_000;

const openSession = useBrowser();
const sandbox = await startSandbox();
const { db } = await createTestDatabase();

const rows: Filing = [rowOf(SERVICE, { ...sampleRows(SERVICE)[0] })];
let key = '';
let lease: ClaimedLease;
beforeEach(async () => {
  await sandbox.seed();
  // A freshly seeded portal has no filings, so each test's filing has its own key.
  key = intentKey({
    login: `padma-${randomUUID()}`,
    serviceId: SERVICE,
    naturalKey: naturalKeyOf(SERVICE, rows[0]),
  });
  lease = await claimedLease(db, { portal });
});
afterEach(() => sandbox.clearFaults());

async function loggedIn(): Promise<PortalSession> {
  const session = await openSession(sandbox.url(portal));
  const login = { username: 'padma', password: 'padma1234' };
  expect(await bbExpPortal.login(session, login, nobodyAnswers)).toEqual({ outcome: 'ok' });
  return session;
}

/** What the test changes about the click: what is clicked, and what happens around the last check. */
type Change = {
  click?: (page: Page, click: () => Promise<unknown>) => Promise<unknown>;
  markSent?: (markSent: FilingSteps['markSent']) => Promise<boolean>;
  beforeClosing?: (page: Page) => Promise<unknown>;
};

async function file({ click, markSent, beforeClosing }: Change, session: PortalSession): Promise<FilingEnd> {
  const { page } = session;
  const changed: NonNullable<FilingInput['clickOnce']> = (context, original, steps) =>
    clickOnce(context, click ? () => click(page, original) as ReturnType<typeof original> : original, {
      markSent: markSent ? () => markSent(steps.markSent) : steps.markSent,
      beforeClosing: async (cause) => {
        await beforeClosing?.(page);
        await steps.beforeClosing(cause);
      },
    });
  return fileOnce({
    db,
    runner: expIssue,
    rows,
    context: { ...runContext(), session },
    portal,
    keys: { key, formerKeys: [], overlappingPrefixes: [], sharedKeys: [] },
    by: lease.by,
    claim: lease.claim,
    effectMs: HOUR_MS,
    vouchedAt: null,
    refusesTwins: false,
    onUncertain: async () => undefined,
    onRepeated: async () => undefined,
    onTwins: async () => undefined,
    clickOnce: changed,
  });
}

const commits = (): Promise<string[]> => filedKeys(sandbox, portal);
const intent = () => db.portalIntent.findUniqueOrThrow({ where: { portal_key: { portal, key } } });
const notSent = { state: 'planned', commits: 0, sends: 0, sentAt: null, settlesAt: null };

/** Everything that the page sends has reached the portal or is gone once another visitor's page has been answered. */
async function expectNothingLeft(context: BrowserContext, filed: number): Promise<void> {
  await context.close();
  await (await loggedIn()).context.close();
  expect(await commits()).toHaveLength(filed);
}

/** Stops this process, as a paused machine would. */
const freeze = (): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, FROZEN_MS);

type Form = { action: string; fields: [string, string][] };

/** The filled form of the page, which can still be sent when the page shows another. */
const formOf = (page: Page): Promise<Form> =>
  page.evaluate<Form>(`(() => {
    const form = document.querySelector('form');
    return { action: form.action, fields: [...new FormData(form)] };
  })()`);

/** Sends the form by script, as a page does that files without leaving; `more` makes the request another one. */
async function send(page: Page, { action, fields }: Form, more = {}, body = 'URLSearchParams') {
  const filled = Object.entries({ ...Object.fromEntries(fields), p_request: 'CREATE', ...more });
  await page.evaluate(`{
    const body = new ${body}();
    for (const [name, value] of ${JSON.stringify(filled)}) body.append(name, value);
    void fetch(${JSON.stringify(action)}, { method: 'POST', body }).catch(() => undefined);
  }`);
}

/** Resolves when a request to the form's address has been answered or has failed. */
function isOver(page: Page, { action }: Form): Promise<void> {
  return new Promise((resolve) => {
    const onEnd = (request: Request): void => {
      if (request.url() === action) resolve();
    };
    page.on('response', (response) => onEnd(response.request()));
    page.on('requestfailed', onEnd);
  });
}

describe('requests that are too late', () => {
  const lates: Record<string, NonNullable<Change['markSent']>> = {
    'whose click was made too long ago': async (markSent) => {
      const { jobId } = lease.by;
      const committedAt = new Date(Date.now() - 20_000);
      await db.portalIntent.updateMany({ where: { jobId }, data: { committedAt } });
      return markSent();
    },
    'whose worker has lost the lease to another': async (markSent) => {
      await takeOver(db, lease);
      return markSent();
    },
    'whose worker froze between the last check and the request': async (markSent) => {
      const isMarked = await markSent();
      freeze();
      return isMarked;
    },
  };
  test.each(Object.entries(lates))('a filing request %s never reaches the portal', async (_, markSent) => {
    const session = await loggedIn();
    await expect(file({ markSent }, session)).rejects.toThrow(FilingNotAllowed);
    expect(await intent()).toMatchObject(notSent);
    await expectNothingLeft(session.context, 0);
  });

  test('a filing request whose worker froze before the browser had opened the connection never reaches the portal', async () => {
    const session = await loggedIn();
    const markSent: Change['markSent'] = async (markNow) => {
      const isMarked = await markNow();
      setImmediate(freeze);
      return isMarked;
    };
    await expect(file({ markSent }, session)).rejects.toThrow(PortalFault);
    expect(await intent()).toMatchObject(notSent);
    await expectNothingLeft(session.context, 0);
  });

  test('a filing request whose click fails while the last check is being made never reaches the portal', async () => {
    const session = await loggedIn();
    let begun = (): void => undefined;
    const hasBegun = new Promise<void>((resolve) => (begun = resolve));
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const filing = file(
      {
        click: async (page) => {
          await send(page, await formOf(page));
          await hasBegun;
          throw new PortalFault('TIMEOUT', quote('The page does not answer.'));
        },
        markSent: async (markSent) => {
          begun();
          await answered;
          return markSent();
        },
      },
      session,
    );
    await expect(filing).rejects.toMatchObject({ outcome: 'TIMEOUT' });
    answer();
    expect(await intent()).toMatchObject(notSent);
    await expectNothingLeft(session.context, 0);
  });

  test('a filing request whose click fails before it has left does not leave afterwards, however slowly the page closes', async () => {
    const session = await loggedIn();
    let over = Promise.resolve();
    const close = session.context.close.bind(session.context);
    session.context.close = () => over.then(() => close());
    let marked = (): void => undefined;
    const hasMarked = new Promise<void>((resolve) => (marked = resolve));
    let asked = (): void => undefined;
    const hasAsked = new Promise<void>((resolve) => (asked = resolve));
    const filing = file(
      {
        click: async (page) => {
          const form = await formOf(page);
          over = isOver(page, form);
          await send(page, form);
          asked();
          await hasMarked;
          throw new PortalFault('TIMEOUT', quote('The page does not answer.'));
        },
        markSent: async (markSent) => {
          const isMarked = await markSent();
          // On a busy machine the page may say later that it has asked, and the request would have left by then.
          await hasAsked;
          marked();
          return isMarked;
        },
      },
      session,
    );
    await expect(filing).rejects.toMatchObject({ outcome: 'TIMEOUT' });
    expect(await intent()).toMatchObject(notSent);
    await expectNothingLeft(session.context, 0);
  });
});

describe('clicks after which nothing was sent', () => {
  /** Shows the words as an answer of the page. */
  const show = (page: Page, words: string): Promise<unknown> =>
    page.evaluate(`document.querySelector('form').insertAdjacentHTML(
      'beforebegin', ${JSON.stringify(`<p role="alert">${words}</p>`)})`);

  test('the words of a page whose filing request was held back are no answer of the portal', async () => {
    const session = await loggedIn();
    const filing = file(
      {
        click: async (page) => {
          const form = await formOf(page);
          const over = isOver(page, form);
          await send(page, form);
          await over;
          await show(page, 'Network error');
        },
        markSent: () => Promise.reject(new Error('The database is away.')),
      },
      session,
    );
    await expect(filing).rejects.toThrow('The database is away.');
    expect(await intent()).toMatchObject(notSent);
    await expectNothingLeft(session.context, 0);
  });

  test('a filing request that waits for the last check when the click ends is held back, and is not answered by the page', async () => {
    const session = await loggedIn();
    let asked = (): void => undefined;
    const hasAsked = new Promise<void>((resolve) => (asked = resolve));
    const filing = file(
      {
        click: async (page) => {
          await send(page, await formOf(page));
          await hasAsked;
          await show(page, 'Please wait');
        },
        markSent: () => {
          asked();
          return new Promise(() => undefined);
        },
      },
      session,
    );
    await expect(filing).rejects.toMatchObject({ outcome: 'TIMEOUT' });
    expect(await intent()).toMatchObject(notSent);
    await expectNothingLeft(session.context, 0);
  });

  test('a notice of success does not end a filing as done if the click has sent nothing', async () => {
    const session = await loggedIn();
    const filing = file(
      { click: (page) => show(page, 'Action Processed. The EXP was submitted to the AD.') },
      session,
    );
    await expect(filing).rejects.toMatchObject({ outcome: 'PORTAL_CHANGED' });
    expect(await intent()).toMatchObject(notSent);
    await expectNothingLeft(session.context, 0);
  });
});

describe('requests that the page repeats', () => {
  const twice: Record<string, (page: Page, click: () => Promise<unknown>) => Promise<unknown>> = {
    'by a second click': async (page, click) => {
      await page.evaluate(`{
        const create = [...document.querySelectorAll('a')].find(({ href }) => href.includes('CREATE'));
        create.addEventListener('click', () => setTimeout(() => create.click()), { once: true });
      }`);
      return click();
    },
    'by script': async (page, click) => {
      const form = await formOf(page);
      await Promise.all([send(page, form), send(page, form)]);
      return click();
    },
    'by script, as a multipart form with another boundary': async (page) => {
      const form = await formOf(page);
      for (const _ of ['once', 'again']) {
        const over = isOver(page, form);
        await send(page, form, {}, 'FormData');
        await over;
      }
      throw new PortalFault('TIMEOUT', quote('The page does not change.'));
    },
  };
  test.each(Object.entries(twice))('%s is filed once', async (_, click) => {
    const session = await loggedIn();
    await file({ click }, session);
    await expectNothingLeft(session.context, 1);
  });
});

describe('requests behind the filing', () => {
  test('a request behind the filing does not leave after the click has succeeded', async () => {
    const session = await loggedIn();
    let checks = 0;
    let waits = (): void => undefined;
    const isWaiting = new Promise<void>((resolve) => (waits = resolve));
    const end = await file(
      {
        click: async (page, click) => {
          const form = await formOf(page);
          const answer = await click();
          await send(page, form, { more: 'second' });
          await isWaiting;
          return answer;
        },
        markSent: async (markSent) => {
          checks += 1;
          if (checks === 1) return markSent();
          waits();
          return new Promise(() => undefined);
        },
      },
      session,
    );
    expect(end).toMatchObject({ outcome: 'SUCCESS' });
    await expectNothingLeft(session.context, 1);
  });

  test('a request behind the filing leaves neither while evidence of a lost answer is taken nor when the page has been closed', async () => {
    const session = await loggedIn();
    await sandbox.setFault({ kind: 'drop-connection', route: 'issue.submit', afterCommit: true });
    let form: Form | undefined;
    let checks = 0;
    const end = await file(
      {
        click: async (page) => {
          form = await formOf(page);
          const over = isOver(page, form);
          await send(page, form);
          await send(page, form, { more: 'second' });
          await over;
          throw new PortalFault('TIMEOUT', quote('The page does not change.'));
        },
        markSent: (markSent) => {
          checks += 1;
          return markSent();
        },
        beforeClosing: async (page) => {
          if (!form) throw new Error('Nothing was clicked.');
          const over = isOver(page, form);
          await send(page, form, { more: 'third' });
          await over;
        },
      },
      session,
    );
    expect(end).toMatchObject({ outcome: 'UNCERTAIN', aside: { why: 'confirming' } });
    expect(checks).toBe(1);
    expect(session.page.isClosed()).toBe(true);
    expect(await intent()).toMatchObject({ state: 'committing', sends: 1 });
    await expectNothingLeft(session.context, 1);
  });

  test('a request behind the filing does not leave when taking the evidence of a lost answer fails, because the page is closed', async () => {
    const session = await loggedIn();
    await sandbox.setFault({ kind: 'drop-connection', route: 'issue.submit', afterCommit: true });
    const end = await file({ beforeClosing: () => Promise.reject(new Error('No evidence.')) }, session);
    expect(end).toMatchObject({ outcome: 'UNCERTAIN' });
    expect(session.page.isClosed()).toBe(true);
    await expectNothingLeft(session.context, 1);
  });
});
