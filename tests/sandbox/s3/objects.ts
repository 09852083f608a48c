/** The objects of the bucket: in memory, and if a directory is given also there, so that they outlive the process. */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export type Stored = { bytes: Buffer; contentType: string };
export type Objects = Pick<Map<string, Stored>, 'get' | 'keys' | 'clear'> & {
  set: (key: string, stored: Stored) => void;
  delete: (key: string) => void;
};

const HEAD_END = '\n';
type Head = { key: string; contentType: string };

/** A file holds a line with the key and the type of its content, and the bytes. */
export function openObjects(directory?: string): Objects {
  const objects = new Map<string, Stored>();
  if (directory === undefined) return mutable(objects);
  mkdirSync(directory, { recursive: true });
  for (const name of readdirSync(directory)) {
    if (name.startsWith('.')) continue;
    const raw = readFileSync(path.join(directory, name));
    const end = raw.indexOf(HEAD_END);
    const { key, contentType } = JSON.parse(raw.toString('utf8', 0, end)) as Head;
    objects.set(key, { bytes: raw.subarray(end + 1), contentType });
  }
  return mutable(objects, {
    set: (key, { bytes, contentType }) => {
      const draft = path.join(directory, `.${process.pid}`);
      const head = `${JSON.stringify({ key, contentType } satisfies Head)}${HEAD_END}`;
      writeFileSync(draft, Buffer.concat([Buffer.from(head), bytes]));
      renameSync(draft, placeOf(directory, key));
    },
    delete: (key) => rmSync(placeOf(directory, key), { force: true }),
  });
}

/** Keys may be longer than names of files. */
const placeOf = (directory: string, key: string): string =>
  path.join(directory, createHash('sha256').update(key).digest('hex'));

function mutable(objects: Map<string, Stored>, also?: Pick<Objects, 'set' | 'delete'>): Objects {
  return {
    get: (key) => objects.get(key),
    keys: () => objects.keys(),
    clear: () => objects.clear(),
    set: (key, stored) => {
      also?.set(key, stored);
      objects.set(key, stored);
    },
    delete: (key) => {
      also?.delete(key);
      objects.delete(key);
    },
  };
}
