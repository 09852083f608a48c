/** What `/readyz` answers while the database comes and goes, and what the log says of it. */
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createLogger } from '#api/adapters/logger.ts';
import { createApp } from '#api/app.ts';
import type { Deps } from '#api/deps.ts';
import { openDatabase } from '#prisma/client.ts';
import { freePort } from '#temporal/local/ports.ts';
import { startTestApp } from '#tests/harness/app.ts';
import { until } from '#tests/harness/until.ts';

const { deps } = await startTestApp();
const away = openDatabase(`postgresql://nobody:none@127.0.0.1:${await freePort()}/none`, 1);
afterAll(() => away.$disconnect());

type Line = { level: number; msg: string; err?: { message: string }; path?: string };
let lines: Line[] = [];
beforeEach(() => (lines = []));

/** Returns what asks the probe of a process with this log level whose database can go away, and which can be stopped. */
function started(level: string) {
  const stopping = new AbortController();
  let isAway = false;
  const write = (line: string): void => void lines.push(JSON.parse(line) as Line);
  const process: Deps = {
    ...deps,
    stopping: stopping.signal,
    logger: createLogger({ level, name: 'api' }, { write }),
    get db() {
      return isAway ? away : deps.db;
    },
  };
  const app = createApp(process);
  return {
    probe: async () => (await app.request('/readyz')).status,
    lose: () => void (isAway = true),
    find: () => void (isAway = false),
    stop: () => stopping.abort(),
  };
}

test('a process that is asked whether it is ready logs only when the answer changes, with the reason', async () => {
  const { probe, lose, find } = started('info');
  const untilReady = () => until('the process to be ready', async () => (await probe()) === 200);
  // The probe has a limit, which a busy machine may exceed at first.
  await untilReady();
  lines = [];
  lose();
  expect([await probe(), await probe(), await probe()]).toEqual([503, 503, 503]);
  expect(lines).toMatchObject([{ level: 50, msg: 'not ready for requests' }]);
  expect(lines[0]?.err?.message).toMatch(/./);
  find();
  await untilReady();
  expect(lines.slice(1)).toMatchObject([{ level: 30, msg: 'ready for requests again' }]);
  lose();
  expect(await probe()).toBe(503);
  expect(lines.slice(2)).toMatchObject([{ level: 50, msg: 'not ready for requests' }]);
});

test('a process that is stopping says so once, and not as an error', async () => {
  const { probe, stop } = started('info');
  stop();
  expect([await probe(), await probe()]).toEqual([503, 503]);
  expect(lines).toMatchObject([{ level: 30, msg: 'takes no more requests: it is stopping' }]);
});

test('with debugging, each probe has a line of its own', async () => {
  const { probe } = started('debug');
  await probe();
  expect(lines).toContainEqual(expect.objectContaining({ level: 20, msg: 'request', path: '/readyz' }));
});
