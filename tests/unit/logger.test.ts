/** What every process writes to its log: one JSON object per line, with the same first fields everywhere. */
import { expect, test } from 'vitest';
import { createLogger } from '#api/adapters/logger.ts';

function linesOf(write: (logger: ReturnType<typeof createLogger>) => void): string[] {
  const lines: string[] = [];
  write(createLogger({ level: 'info', name: 'api' }, { write: (line) => void lines.push(line) }));
  return lines;
}

test('a log line is one JSON object that begins with its level, time and process [one-json-object]', () => {
  const lines = linesOf((logger) => {
    logger.child({ requestId: 'r-1' }).info({ path: '/api/health' }, 'request');
    logger.error({ err: new Error('one\ntwo') }, 'request failed');
    logger.debug('not asked for');
  });
  expect(lines.map((line) => line.indexOf('\n'))).toEqual(lines.map((line) => line.length - 1));
  const [request, failure] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines).toHaveLength(2);
  expect(Object.keys(request ?? {})).toEqual(['level', 'time', 'name', 'requestId', 'path', 'msg']);
  expect(request).toMatchObject({ level: 30, name: 'api', requestId: 'r-1', msg: 'request' });
  expect(Object.keys(failure ?? {})).toEqual(['level', 'time', 'name', 'err', 'msg']);
});

test('a log line has its time in UTC, in the format of ISO 8601 [time-in-utc]', () => {
  const [line = ''] = linesOf((logger) => logger.info('now'));
  const { time } = JSON.parse(line) as { time: string };
  expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(Math.abs(Date.parse(time) - Date.now())).toBeLessThan(10_000);
});
