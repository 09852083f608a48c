/** Finds processes and browsers that a stack has left behind. */
import { readdirSync } from 'node:fs';
import { browsersBelow, fieldOf, ofProcess } from '#tests/harness/proc.ts';

export type Witness = {
  /** Notes the browsers below the processes, which may be killed before them. */
  look: (pids: readonly number[]) => void;
  /** Command lines of noted browsers, and of processes that name the directory, that still run. */
  leftovers: (directory: string) => string[];
};

/** A process id is used again; its time of start tells one process from another. */
const startOf = (pid: string): string => ofProcess(pid, 'stat').split(') ')[1]?.split(' ')[19] ?? '';
/** It has ended, and only its number waits for somebody to ask for it. */
const hasEnded = (pid: string): boolean => fieldOf(pid, 'State').startsWith('Z');
const commandOf = (pid: string): string => ofProcess(pid, 'cmdline').replaceAll('\0', ' ').trim();

export function createWitness(): Witness {
  const browsers = new Map<string, string>();
  return {
    look: (pids) => {
      for (const pid of pids.flatMap((each) => browsersBelow(String(each)))) browsers.set(pid, startOf(pid));
    },
    leftovers: (directory) => [
      ...[...browsers].flatMap(([pid, start]) =>
        start !== '' && startOf(pid) === start && !hasEnded(pid) ? [`${pid} ${commandOf(pid)}`] : [],
      ),
      ...readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name) && name !== String(process.pid))
        .map((pid) => `${pid} ${commandOf(pid)}`)
        .filter((command) => command.includes(directory)),
    ],
  };
}
