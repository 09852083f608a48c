/** Starts the parts of a stack or a cluster on a data directory, and ends them all if one of them fails meanwhile. */
import { openParts, type Part, type Parts } from './parts.ts';
import type { HeldPort } from './ports.ts';
import { endLeftovers } from './processes.ts';
import { keptSecrets, type Secrets } from './secrets.ts';
import { noteAddresses, takeTurn } from './turn.ts';

/** What the parts are started with; `held` are the ports of our own processes. */
export type Start<Held> = {
  directory: string;
  runDirectory: string;
  secrets: Secrets;
  parts: Parts;
  held: Held;
  say: (line: string) => void;
};

export type RunningParts = {
  parts: readonly Part[];
  /** Resolves with a message when a part ended that cannot be restarted; the caller should then stop the rest. */
  failed: Promise<string>;
  stop: () => Promise<void>;
};

type Steps<Held, Started> = {
  holdPorts: () => Promise<Held>;
  start: (given: Start<Held>) => Promise<Started>;
  /** Runs after the parts have ended. */
  end?: () => Promise<unknown>;
};

/** Resolves when `start` does. Throws if another start uses the directory, or if a part fails. */
export async function runParts<Held extends Record<string, HeldPort>, Started extends { addresses: object }>(
  wantedDirectory: string,
  say: (line: string) => void,
  { holdPorts, start, end }: Steps<Held, Started>,
): Promise<Started & RunningParts> {
  const turn = takeTurn(wantedDirectory);
  const { directory, runDirectory } = turn;
  endLeftovers(directory, runDirectory);
  const secrets = keptSecrets(directory);
  const held = await holdPorts();
  const parts = openParts(runDirectory, say);
  const stop = async (): Promise<void> => {
    await parts.stop();
    await end?.();
    await Promise.all(Object.values(held).map((port) => port.release()));
    turn.end();
  };
  const partFailed = parts.failed.then((sentence) => {
    throw new Error(sentence);
  });
  try {
    const begun = start({ directory, runDirectory, secrets, parts, held, say });
    const started = await Promise.race([begun, partFailed]);
    noteAddresses(directory, started.addresses);
    return { ...started, parts: parts.list, failed: parts.failed, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
