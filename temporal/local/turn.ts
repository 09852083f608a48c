/** Lets only one start at a time use a data directory, and stores the addresses of the stack that it runs. */
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { commandOf } from './end-process.ts';

/** Returns the directory of the stack's state: CHALAN_DATA, or `usual` in the project. */
export function dataDirectory(usual = '.data'): string {
  return path.resolve(process.env['CHALAN_DATA'] || usual);
}

export type Turn = { directory: string; runDirectory: string; end: () => void };

/** Takes the data directory for this start; takes over the file of a killed one. Throws if another start is running. */
export function takeTurn(wanted: string): Turn {
  mkdirSync(wanted, { recursive: true });
  // Uses the canonical path, because leftover processes are found by it in their command lines.
  const directory = realpathSync(wanted);
  const runDirectory = path.join(directory, 'run');
  mkdirSync(runDirectory, { recursive: true });
  if (isInUse(directory)) {
    throw new Error(
      `Chalan is already running on ${directory}. Set CHALAN_DATA to run a second one beside it.`,
    );
  }
  writeFileSync(supervisorFile(directory), String(process.pid));
  const end = (): void => {
    for (const file of [supervisorFile(directory), stackFile(directory)]) rmSync(file, { force: true });
  };
  return { directory, runDirectory, end };
}

/** Returns whether another process runs a stack on the directory. */
function isInUse(directory: string): boolean {
  const file = supervisorFile(directory);
  if (!existsSync(file)) return false;
  const pid = Number(readFileSync(file, 'utf8'));
  return pid > 0 && pid !== process.pid && commandOf(pid).includes('bootstrap.mjs');
}

/** Stores the addresses by which others find the running stack. */
export function noteAddresses(directory: string, addresses: object): void {
  writeFileSync(stackFile(directory), JSON.stringify(addresses));
}

/** Returns the addresses of the stack that runs on the directory, or null if none runs. */
export function notedAddresses(directory: string): unknown {
  if (!existsSync(stackFile(directory)) || !isInUse(directory)) return null;
  return JSON.parse(readFileSync(stackFile(directory), 'utf8'));
}

const supervisorFile = (directory: string): string => path.join(directory, 'run', 'supervisor.pid');
const stackFile = (directory: string): string => path.join(directory, 'run', 'stack.json');
