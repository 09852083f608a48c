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
