/** Hashes files and folders, so that a build knows whether its sources have changed. */
import { createHash, type Hash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** Returns a hash of the names and contents of all files in `places`, without the folders in `skipped`. */
export function sourcesHash(places: readonly string[], skipped: readonly string[] = []): string {
  const hash = createHash('sha256');
  for (const place of places) addTo(hash, place, skipped);
  return hash.digest('hex');
}

function addTo(hash: Hash, place: string, skipped: readonly string[]): void {
  if (skipped.some((folder) => place.startsWith(folder))) return;
  hash.update(place);
  if (statSync(place).isFile()) {
    hash.update(readFileSync(place));
    return;
  }
  for (const name of readdirSync(place).sort()) addTo(hash, path.join(place, name), skipped);
}
