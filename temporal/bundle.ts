/** The workflows as one bundle: built once per change of their sources, used by the worker and by replay tests. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode } from '@temporalio/worker';

const workflowsDirectory = fileURLToPath(new URL('../workflows', import.meta.url));
const workflowsPath = path.join(workflowsDirectory, 'index.ts');

/** The bundle's file in `cacheDirectory`, built when the workflows or the SDK have changed. */
export async function workflowBundle(cacheDirectory: string): Promise<string> {
  const file = path.join(cacheDirectory, `workflows-${sourcesHash()}.js`);
  if (existsSync(file)) return file;
  const { code } = await bundleWorkflowCode({ workflowsPath, logger: quietLogger });
  mkdirSync(cacheDirectory, { recursive: true });
  // Written beside and renamed: two processes may build at the same time.
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, code);
  renameSync(draft, file);
  return file;
}

function sourcesHash(): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(workflowsDirectory).sort()) {
    hash.update(name).update(readFileSync(path.join(workflowsDirectory, name)));
  }
  hash.update(readFileSync(new URL('../package-lock.json', import.meta.url)));
  return hash.digest('hex').slice(0, 16);
}

const ignore = (): void => undefined;
const quietLogger = {
  log: ignore,
  trace: ignore,
  debug: ignore,
  info: ignore,
  warn: (message: string) => process.stderr.write(`${message}\n`),
  error: (message: string) => process.stderr.write(`${message}\n`),
};
