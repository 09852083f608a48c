/** Jobs that run while a new version is deployed continue: every recorded history replays on the current workflows. */
import { Worker } from '@temporalio/worker';
import { beforeAll, describe, expect, it } from 'vitest';
import { workflowBundle } from '#temporal/bundle.ts';
import * as workflows from '#workflows/index.ts';
import { readHistories, readHistory, type Recorded } from './histories.ts';

let codePath: string;
let tracedPath: string;
beforeAll(async () => {
  codePath = await workflowBundle('.cache');
  tracedPath = await workflowBundle('.cache', { isTraced: true });
});

async function replay(history: Recorded['history'], workflowId: string): Promise<void> {
  await Worker.runReplayHistory({ workflowBundle: { codePath } }, history, workflowId);
}

const takingSpans = { exporter: { export: { fn: () => undefined } } };

const recorded = readHistories();

describe('a recorded history replays on the current workflows', () => {
  it.each(recorded.map((one) => [`${one.workflow}: ${one.outcome}`, one] as const))(
    'a recorded history of %s replays',
    async (_, { workflow, outcome, history }) => {
      await replay(history, `${workflow}/${outcome}`);
    },
  );
});

describe('a recorded history replays when traces have been switched on meanwhile', () => {
  it.each(recorded.map((one) => [`${one.workflow}: ${one.outcome}`, one] as const))(
    'a recorded history of %s replays under the interceptors of traces',
    async (_, { workflow, outcome, history }) => {
      const options = { workflowBundle: { codePath: tracedPath }, sinks: takingSpans };
      await Worker.runReplayHistory(options, history, `${workflow}/${outcome}`);
    },
  );
});

it('every workflow that the worker runs has a recorded history', () => {
  const names = new Set(recorded.map(({ workflow }) => workflow));
  expect(Object.keys(workflows).filter((name) => !names.has(name))).toEqual([]);
});

describe('a change that breaks running jobs is found', () => {
  it.each([
    ['a replaced step', 'completed', 'runRows', 'runRow'],
    ['a removed step', 'cancelled', 'endJob', 'closeJob'],
  ])('the replay finds a change with %s', async (_, outcome, before, after) => {
    const changed = readHistory('serviceJob', outcome, (text) => {
      expect(text).toContain(`"name":"${before}"`);
      return text.replaceAll(`"name":"${before}"`, `"name":"${after}"`);
    });
    await expect(replay(changed, `serviceJob/${outcome}`)).rejects.toThrow(/determinis/i);
  });
});

it('no history contains a machine name, a person or a path', () => {
  for (const { workflow, outcome, history } of recorded) {
    const text = JSON.stringify(history);
    const payloads = [...text.matchAll(/"data":"([^"]+)"/g)].map(([, data = '']) =>
      Buffer.from(data, 'base64').toString('utf8'),
    );
    expect(`${text}\n${payloads.join('\n')}`, `${workflow}/${outcome}`).not.toMatch(
      /"identity"|"stackTrace"|"\d+@|\/home\/|\/root\/|\/Users\/|node_modules/,
    );
  }
});
