/** The bundle of workflows, as a worker loads it. */
import { readFileSync } from 'node:fs';
import { createContext, runInContext } from 'node:vm';
import { expect, test } from 'vitest';
import { workflowBundle } from '#temporal/bundle.ts';

test('an error in a workflow says where it was thrown, in as few frames as a promise can afford', async () => {
  const context = createContext({ __webpack_module_cache__: {} });
  runInContext(readFileSync(await workflowBundle('.cache'), 'utf8'), context);
  const deep =
    '(function thrown(calls) { return calls > 0 ? thrown(calls - 1) : new Error("deep").stack; })(20)';
  const [message = '', ...frames] = String(runInContext(deep, context)).split('\n');
  expect(message).toBe('Error: deep');
  expect(frames).toEqual(Array.from({ length: 2 }, () => expect.stringContaining('at thrown')));
});
