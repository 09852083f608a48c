/** Builds the workflows as one bundle, once per change of their sources. The worker and replay tests use it. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode } from '@temporalio/worker';
import { failureConverterPath } from '#api/adapters/temporal-payloads.ts';
import { buildOnce } from './build-once.ts';

const workflowsDirectory = fileURLToPath(new URL('../workflows', import.meta.url));
const workflowsPath = path.join(workflowsDirectory, 'index.ts');

/** Returns the path of the bundle in `cacheDirectory`, and builds it if the workflows or the SDK have changed. */
export async function workflowBundle(cacheDirectory: string): Promise<string> {
  const file = path.join(cacheDirectory, `workflows-${sourcesHash()}.js`);
  await buildOnce({ lock: `${file}.lock`, isBuilt: () => existsSync(file), build: () => bundleInto(file) });
  return file;
}

/** Written to a draft file and renamed, so that nobody reads half of it. */
async function bundleInto(file: string): Promise<void> {
  const { code } = await bundleWorkflowCode({ workflowsPath, failureConverterPath, logger: quietLogger });
  mkdirSync(path.dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, code);
  renameSync(draft, file);
}

function sourcesHash(): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(workflowsDirectory).sort()) {
    hash.update(name).update(readFileSync(path.join(workflowsDirectory, name)));
  }
  hash.update(readFileSync(failureConverterPath));
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
