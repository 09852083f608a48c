/**
 * Supervises the parts of the one-machine stack: starts them, restarts those that end, and gives up if that does not
 * help.
 */
import path from 'node:path';
import { MINUTE_MS } from '#contracts/durations.ts';
import { hasEnded } from './end-process.ts';
import type { HeldPort } from './ports.ts';
import { forgetPid, notePid, startNode, type Running } from './processes.ts';

const RESTART_DELAY_MS = 500;
/** A part that ends more often than this within a minute is abandoned. */
const ENDS_PER_MINUTE_MAX = 10;
/** A part that could not be restarted for this long is abandoned too. */
const DOWN_MAX_MS = 60_000;

type PartOptions = {
  name: string;
  logFile: string;
  start: () => Promise<Running>;
};

export type Part = { name: string; pid: () => number | undefined };

export type Parts = {
  list: Part[];
  /** Starts a part; rejects if its first start fails. */
  add: (options: PartOptions) => Promise<void>;
  /** Resolves with a message when a part was abandoned; stays pending while all of them run. */
  failed: Promise<string>;
  /** Ends all parts in the reverse order of their start. */
  stop: () => Promise<void>;
};

/** Process ids are stored in `runDirectory`, so that a later start can end leftover processes. */
export function openParts(runDirectory: string, say: (line: string) => void): Parts {
  const added: Promise<Supervised | null>[] = [];
  const list: Part[] = [];
  let stopping = false;
  let giveUp: (sentence: string) => void = () => undefined;
  const failed = new Promise<string>((resolve) => (giveUp = resolve));
  return {
    list,
    failed,
    add: async (options) => {
      if (stopping) throw new Error(`${options.name} is not started: Chalan is stopping.`);
      const starting = supervise({ ...options, runDirectory, say, giveUp });
      added.push(starting.catch(() => null));
      list.push(await starting);
    },
    stop: async () => {
      stopping = true;
      // Waits for pending starts, so that none of their processes is missed.
      const parts = await Promise.all(added);
      for (const part of parts.reverse()) {
        // One that cannot be ended does not keep the others running.
        await part?.stop().catch((error: unknown) => say(`${part.name}: ${messageOf(error)}`));
      }
    },
  };
}

type Supervised = Part & { stop: () => Promise<void> };

async function supervise(
  options: PartOptions & {
    runDirectory: string;
    say: (line: string) => void;
    giveUp: (sentence: string) => void;
  },
): Promise<Supervised> {
  const { name, logFile, runDirectory, start, say, giveUp } = options;
  let stopping = false;
  let ends: number[] = [];

  const startNoted = async (): Promise<Running> => {
    const running = await start();
    notePid(runDirectory, name, running.process.pid);
    return running;
  };

  /** Returns null if the part is abandoned or no longer wanted. */
  const startAgain = async (how: string): Promise<Running | null> => {
    const downSince = Date.now();
    let reason = how;
    for (;;) {
      ends = [...ends, Date.now()].filter((at) => at > Date.now() - MINUTE_MS);
      if (ends.length > ENDS_PER_MINUTE_MAX || Date.now() - downSince > DOWN_MAX_MS) {
        giveUp(`${name} keeps ending and is not started again. At last it ${reason} Its log is ${logFile}.`);
        return null;
      }
      say(`${name} ${reason} Starting it again.`);
      await pause();
      if (stopping) return null;
      try {
        return await startNoted();
      } catch (error) {
        reason = `did not start: ${messageOf(error)}`;
      }
    }
  };

  let running = await startNoted().catch((error: unknown) => {
    throw new Error(`${name} did not start: ${messageOf(error)} Its log is ${logFile}.`, { cause: error });
  });
  const keepUp = async (): Promise<void> => {
    for (;;) {
      const how = await endOf(running);
      if (stopping) return;
      const again = await startAgain(how);
      if (!again) return;
      running = again;
      if (stopping) return running.stop();
    }
  };
  const kept = keepUp();
  return {
    name,
    pid: () => running.process.pid,
    stop: async () => {
      stopping = true;
      await running.stop();
      await kept;
      forgetPid(runDirectory, name);
    },
  };
}

/** Resolves with a description of how the process ended. */
async function endOf({ process: child }: Running): Promise<string> {
  if (!hasEnded(child)) await new Promise((resolve) => child.once('exit', resolve));
  return `ended (${child.signalCode ?? child.exitCode}).`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, RESTART_DELAY_MS));
}

type PartHost = { directory: string; runDirectory: string; parts: Parts };
type Program = {
  name: string;
  entry: string;
  env: Record<string, string | undefined>;
  sockets?: Record<string, HeldPort>;
};

/** Starts one of our programs as a part of the stack in the directory, where its log is named after it. */
export function addProgram(
  { directory, runDirectory, parts }: PartHost,
  { name, entry, env, sockets = {} }: Program,
): Promise<void> {
  const logFile = path.join(directory, `${name}.log`);
  return parts.add({ name, logFile, start: () => startNode({ entry, runDirectory, env, logFile, sockets }) });
}
