/** Builds the web client when its sources have changed since the last build. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const marker = path.join('web', 'dist', '.built');
/** What goes into the bundle: the client, the contracts and the catalogue. */
const sources = ['web', 'api/contracts', 'activities/services', 'package-lock.json'];

export async function buildWeb(say: (line: string) => void): Promise<void> {
  const hash = sourcesHash();
  if (existsSync(marker) && readFileSync(marker, 'utf8') === hash) return;
  say('Building the web client …');
  await runBuild();
  writeFileSync(marker, hash);
}

function sourcesHash(): string {
  const hash = createHash('sha256');
  for (const source of sources) hashInto(hash, source);
  return hash.digest('hex');
}

function hashInto(hash: ReturnType<typeof createHash>, place: string): void {
  if (place === path.join('web', 'dist')) return;
  hash.update(place);
  if (/\.[a-z]+$/.test(place)) {
    hash.update(readFileSync(place));
    return;
  }
  for (const name of readdirSync(place).sort()) hashInto(hash, path.join(place, name));
}

function runBuild(): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      ['node_modules/vite/bin/vite.js', 'build', '--config', 'web/vite.config.ts', '--logLevel', 'error'],
      {
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    );
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error('The web client could not be built.')),
    );
  });
}
