/** Builds the workflows as one bundle, once per change of their sources. The worker and replay tests use it. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode } from '@temporalio/worker';
import { failureConverterPath } from '#api/adapters/temporal-payloads.ts';
import { buildOnce } from './build-once.ts';

const workflowsDirectory = fileURLToPath(new URL('../workflows', import.meta.url));
const workflowsPath = path.join(workflowsDirectory, 'index.ts');

/** Interceptors that pass a trace's context from a workflow's start to its activities, in headers. */
const tracingModule = '@temporalio/interceptors-opentelemetry/lib/workflow-interceptors';

/**
 * Temporal's SDK takes a stack trace of every promise that a workflow makes, whose cost grows with its frames: with ten, as
 * V8 keeps them, they are a third of the processor time of a job's workflow. Two frames say where an error was thrown.
 */
const fewFrames = 'Error.stackTraceLimit = 2;';

/** `isTraced`: the bundle has the interceptors for traces, which only workers that record traces need. */
type Variant = { isTraced?: boolean };

/** Returns the path of the bundle in `cacheDirectory`, and builds it if the workflows or the SDK have changed. */
export async function workflowBundle(
  cacheDirectory: string,
  { isTraced = false }: Variant = {},
): Promise<string> {
  const file = variantOf(path.join(cacheDirectory, `workflows-${sourcesHash()}.js`), { isTraced });
  const build = (): Promise<void> => bundleInto(file, isTraced);
  await buildOnce({ lock: `${file}.lock`, isBuilt: () => existsSync(file), build });
  return file;
}

/** Returns the file of a variant; bundles that are built in advance are in the same folder. */
export const variantOf = (file: string, { isTraced = false }: Variant): string =>
  isTraced ? file.replace(/\.js$/, '-traced.js') : file;

/** Writes to a draft file and renames it, so that nobody reads a half-written one. */
async function bundleInto(file: string, isTraced: boolean): Promise<void> {
  const { code } = await bundleWorkflowCode({
    workflowsPath,
    failureConverterPath,
    logger: quietLogger,
    ...(isTraced
      ? { workflowInterceptorModules: [createRequire(import.meta.url).resolve(tracingModule)] }
      : {}),
  });
  mkdirSync(path.dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  // The addition is on the first line, so that the lines of the source map stay right.
  writeFileSync(draft, `${fewFrames}${code}`);
  renameSync(draft, file);
}

function sourcesHash(): string {
  const hash = createHash('sha256').update(fewFrames);
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
