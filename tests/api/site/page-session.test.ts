/** A page behind the sign-in whose data the server reads by several calls. */
import { beforeAll, expect, test } from 'vitest';
import { createApp } from '#api/app.ts';
import { builtPages } from '#tests/harness/built-pages.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';
import { countReads } from '#tests/harness/rows-read.ts';

const read = countReads();
const app = await startTestApp();
let ana: Account;
beforeAll(async () => {
  ana = await app.signUpAndVerify();
});

/** Returns how many statements the page takes whose data is asked for by so many equal calls. */
async function statementsOfPage(calls: number): Promise<number> {
  const answers: number[] = [];
  const pages = createApp(app.deps, builtPages('').client, {
    load: async () => undefined,
    scriptsOf: async () => [],
    renderPage: async () => null,
    renderOwnPage: async ({ read: call }) => {
      for (let made = 0; made < calls; made += 1)
        answers.push((await call(`/api/notifications/${ana.id}/unread-count`, {})).status);
      return { html: null, atMs: null, state: '[]' };
    },
  });
  const { reads } = await read.during(async () =>
    pages.request('/dashboard', { headers: { cookie: ana.cookie } }, { incoming: undefined }),
  );
  expect(answers).toEqual(Array.from({ length: calls }, () => 200));
  return reads.statements;
}

test('a page reads its session once, however many calls its data takes', async () => {
  const one = await statementsOfPage(1);
  const statementsOfCall = (await statementsOfPage(2)) - one;
  expect(statementsOfCall).toBe(1);
});

test('the session of one request is not that of the next', async () => {
  expect(await statementsOfPage(1)).toBe(await statementsOfPage(1));
});
