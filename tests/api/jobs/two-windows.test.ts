/** A customer checks the tables of one PDF in two windows: neither loses what the other has stored. */
import { expect, test } from 'vitest';
import { startAppWithWorkers } from '#tests/harness/worker.ts';
import { converted, pageOf, sheetsOf } from './table-calls.ts';

const app = await startAppWithWorkers();
const first = { dropped: ['1-2'], drawn: [] };
const second = { dropped: ['1-1'], drawn: [] };

test('a change or an export that starts from an earlier layout is refused, and what is stored stays', async () => {
  const { ana, job, calls } = await converted(app);
  const { layoutDigest: base } = pageOf(await calls.view());
  const changed = pageOf(await calls.change(first, 1, base));
  expect(await calls.export(first, changed.layoutDigest)).toMatchObject({ status: 200 });
  const sheets = await sheetsOf(ana, job);

  const stored = { layout: first, layoutDigest: changed.layoutDigest };
  for (const answer of [await calls.change(second, 1, base), await calls.export(second, base)])
    expect(answer).toMatchObject({ status: 409, body: { code: 'TABLES_CHANGED', ...stored } });
  expect(pageOf(await calls.view())).toMatchObject(stored);
  expect(await sheetsOf(ana, job)).toEqual(sheets);

  // With the digest of what is stored now, the other window can continue.
  expect(pageOf(await calls.change(second, 1, changed.layoutDigest)).layout).toMatchObject(second);
});

test('of two simultaneous changes from the same layout, one is stored and the other one is refused', async () => {
  const { calls } = await converted(app);
  const { layoutDigest: base } = pageOf(await calls.view());
  const answers = await Promise.all([calls.change(first, 1, base), calls.change(second, 1, base)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const [won] = answers.filter(({ status }) => status === 200);
  expect(pageOf(await calls.view()).layout).toEqual(pageOf(won!).layout);
});

test('a change that is sent again after its answer was lost succeeds', async () => {
  const { calls } = await converted(app);
  const { layoutDigest: base } = pageOf(await calls.view());
  const changed = await calls.change(first, 1, base);
  expect(pageOf(await calls.change(first, 1, base))).toEqual(pageOf(changed));
});

test('a change without the layout that it starts from is rejected', async () => {
  const { ana, calls } = await converted(app);
  const body = { page: 1, layout: first };
  const answer = await app.request(calls.path, { method: 'PUT', json: body, cookie: ana.cookie });
  expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
});
