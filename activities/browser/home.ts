/** The folder of a running browser: its profile with the cookies of portals, and what it downloads. */
import { chmod, chown, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { HOUR_MS } from '#contracts/durations.ts';

/** Uid under which Chromium runs if the worker is root: `nobody`, which owns no files. */
export const NOBODY = 65_534;

const NAME = 'chalan-browser-';
/** A process of another container that shares the folder is not seen here, but its browser may still be running. */
const LEFT_AFTER_MS = 24 * HOUR_MS;

/** The folders of this process. A process id alone does not name them: in a container, each worker has the same one. */
const own = new Set<string>();

/** `outer` belongs to the worker; `folder` inside it is the only place the browser may write to. */
export type Home = { outer: string; folder: string; downloads: string };

/** Creates the folder among the temporary files. Its name contains the worker's process id. */
export async function makeHome(forNobody: boolean): Promise<Home> {
  const outer = await mkdtemp(path.join(tmpdir(), `${NAME}${process.pid}-`));
  own.add(outer);
  const folder = path.join(outer, 'home');
  const downloads = path.join(folder, 'downloads');
  await mkdir(downloads, { recursive: true, mode: 0o700 });
  if (forNobody) {
    await Promise.all([folder, downloads].map((each) => chown(each, NOBODY, NOBODY)));
    await chmod(outer, 0o711);
  }
  return { outer, folder, downloads };
}

export async function removeHome({ outer }: Pick<Home, 'outer'>): Promise<void> {
  own.delete(outer);
  await rm(outer, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
}

/** Removes the folders of workers that were killed a day ago or earlier: they hold sessions and documents of customers. */
export async function removeLeftHomes(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  for (const name of names.filter((each) => each.startsWith(NAME))) {
    const outer = path.join(tmpdir(), name);
    if (!isInUse(outer) && (await isOld(outer))) await removeHome({ outer });
  }
}

function isInUse(outer: string): boolean {
  const pid = Number.parseInt(path.basename(outer).slice(NAME.length), 10);
  return pid === process.pid ? own.has(outer) : isRunning(pid);
}

async function isOld(folder: string): Promise<boolean> {
  const made = await stat(folder).catch(() => null);
  return made !== null && Date.now() - made.mtimeMs > LEFT_AFTER_MS;
}

function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user is running, though it cannot be signalled.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
