/** What Linux tells of running processes. */
import { readFileSync } from 'node:fs';

/** Returns a file of the process, or an empty text if the process has ended. */
export const ofProcess = (pid: string, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
};

export const fieldOf = (pid: string, name: string): string =>
  new RegExp(`^${name}:\\t(.*)$`, 'm').exec(ofProcess(pid, 'status'))?.[1] ?? '';

/** The network interfaces that the process sees. */
export const networksOf = (pid: string): string[] =>
  [...ofProcess(pid, 'net/dev').matchAll(/^\s*(\w+):/gm)].map(([, name = '']) => name);

/** Process ids of the descendants of a process. */
export function descendants(pid: string): string[] {
  const children = ofProcess(pid, `task/${pid}/children`).split(' ').filter(Boolean);
  return children.flatMap((child) => [child, ...descendants(child)]);
}

/** Process ids of the browsers below a process. */
export const browsersBelow = (pid: string): string[] =>
  descendants(pid).filter((each) => /chrom/i.test(programOf(each)));

/** The first word of the command line. `nsenter`, which waits for a browser, has the browser's path in a later one. */
const programOf = (pid: string): string => ofProcess(pid, 'cmdline').split('\0')[0] ?? '';

export const isMainBrowser = (pid: string): boolean => !ofProcess(pid, 'cmdline').includes('--type=');
export const isRenderer = (pid: string): boolean => ofProcess(pid, 'cmdline').includes('--type=renderer');

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;

/** Processor time of the process, and of its children that have ended. */
export function processorMsOf(pid: string): number {
  const stat = ofProcess(pid, 'stat');
  // The name of the program, which may contain spaces, is in brackets.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return stat === '' ? 0 : ticks * TICK_MS;
}

/** The memory of the process in MiB; what it shares with others counts in part. */
export const memoryMibOf = (pid: string): number =>
  Number(/^Pss:\s+(\d+) kB$/m.exec(ofProcess(pid, 'smaps_rollup'))?.[1] ?? 0) / 1024;
