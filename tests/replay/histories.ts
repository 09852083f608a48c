/**
 * Recorded histories of workflows: stored as JSON without anything that identifies a machine, and read back for a
 * replay.
 */
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import proto from '@temporalio/proto';

const { History } = proto.temporal.api.history.v1;
type History = ReturnType<typeof History.fromObject>;

const folder = fileURLToPath(new URL('histories', import.meta.url));

export type Recorded = { workflow: string; outcome: string; history: History };

export function writeHistory({ workflow, outcome, history }: Recorded): void {
  const directory = path.join(folder, workflow);
  mkdirSync(directory, { recursive: true });
  const events = (scrubbed(JSON.parse(JSON.stringify(history))) as { events: unknown[] }).events;
  const lines = events.map((event) => JSON.stringify(event)).join(',\n');
  writeFileSync(path.join(directory, `${outcome}.json`), `{"events":[\n${lines}\n]}\n`);
}

export function readHistories(): Recorded[] {
  return readdirSync(folder).flatMap((workflow) =>
    readdirSync(path.join(folder, workflow)).map((name) => ({
      workflow,
      outcome: path.basename(name, '.json'),
      history: readHistory(workflow, path.basename(name, '.json')),
    })),
  );
}

/** `change` edits the text first, as an incompatible change of a workflow would have. */
export function readHistory(
  workflow: string,
  outcome: string,
  change: (text: string) => string = (text) => text,
): History {
  const text = readFileSync(path.join(folder, workflow, `${outcome}.json`), 'utf8');
  return History.fromObject(JSON.parse(change(text)) as Record<string, unknown>);
}

/** A replay does not need process ids, host names and paths. */
const telltale = new Set(['identity', 'stackTrace', 'encodedAttributes']);
const ownQueueOfWorker = /^\d+@/;

function scrubbed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(scrubbed);
  if (typeof value === 'string' && ownQueueOfWorker.test(value)) return 'worker';
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => !telltale.has(name));
  return Object.fromEntries(kept.map(([name, part]) => [name, scrubbed(part)]));
}
