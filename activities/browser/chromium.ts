/** Finds and starts a Chromium that runs on this machine. The one shipped as an npm package is unpacked once and kept. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import {
  access,
  chmod,
  chown,
  constants,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { chromium, type Browser, type LaunchOptions } from 'playwright';

const run = promisify(execFile);
const UNPACK_MS = 120_000;
const CHECK_MS = 20_000;
const systemNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

export type Chromium = { executablePath: string; env: Record<string, string> };

/**
 * Tries, in this order: the given path, Playwright's own installation, the system's Chromium, the one from the npm
 * package.
 */
export async function findChromium(givenPath?: string): Promise<Chromium> {
  if (givenPath) {
    if (await isExecutable(givenPath)) return { executablePath: givenPath, env: {} };
    throw new Error(`CHROMIUM_PATH names ${givenPath}, which is no program that can be run.`);
  }
  const installed = [chromium.executablePath(), ...systemPaths()];
  for (const executablePath of installed) {
    if (await isExecutable(executablePath)) return { executablePath, env: {} };
  }
  return packagedChromium();
}

/**
 * Starts a browser, and tries once more if it crashes while it starts. Occasionally a memory fault ends a thread of
 * Chromium in its first moments, and the next start on the same machine succeeds.
 */
export async function startChromium(options: LaunchOptions): Promise<Browser> {
  return chromium.launch(options).catch((error: unknown) => {
    if (!hasCrashed(error)) throw error;
    return chromium.launch(options);
  });
}

/** Recognises a memory fault in the words with which Playwright says how the browser's process ended. */
const hasCrashed = (error: unknown): boolean =>
  error instanceof Error && /signal=SIG(?:SEGV|BUS)\b/.test(error.message);

function systemPaths(): string[] {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter((folder) => folder !== '');
  return systemNames.flatMap((name) => folders.map((folder) => path.join(folder, name)));
}

async function isExecutable(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}

async function packagedChromium(): Promise<Chromium> {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
  const version = await packageVersion(entry);
  const cache = path.join(cacheFolder(), 'chalan');
  const directory = path.join(cache, `chromium-${version}`);
  if (!existsSync(directory)) await unpack(entry, cache, directory);
  await letOthersIn(cache);
  const executablePath = path.join(directory, 'chromium');
  const fonts: Record<string, string> = existsSync('/etc/fonts/fonts.conf')
    ? {}
    : { FONTCONFIG_FILE: path.join(directory, 'fonts.conf') };
  if (await starts(executablePath, fonts)) return { executablePath, env: fonts };
  // A minimal Debian lacks libnss3, libnspr4 and libexpat1; the package ships them too.
  const env = { ...fonts, LD_LIBRARY_PATH: path.join(directory, 'al2023', 'lib') };
  if (await starts(executablePath, env)) return { executablePath, env };
  throw new Error(
    'No Chromium runs on this machine. Install one (apt install chromium) or name one in CHROMIUM_PATH.',
  );
}

/**
 * Returns the cache folder. Root's home directory is not readable for the unprivileged user that then runs Chromium.
 */
function cacheFolder(): string {
  const own = process.getuid?.() === 0 ? '/var/cache' : path.join(homedir(), '.cache');
  return process.env['XDG_CACHE_HOME'] ?? own;
}

async function packageVersion(entryFile: string): Promise<string> {
  const root = entryFile.slice(0, entryFile.lastIndexOf(`${path.sep}build${path.sep}`));
  const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8')) as {
    version: string;
  };
  return version;
}

/**
 * Unpacks the package. It writes to TMPDIR and trusts any partial file there, so it gets an empty folder that is
 * renamed when complete.
 */
async function unpack(entry: string, cache: string, directory: string): Promise<void> {
  await mkdir(cache, { recursive: true });
  const staging = await mkdtemp(path.join(cache, 'chromium.new-'));
  try {
    // With the name of an AWS Lambda runtime the package unpacks the shared libraries as well.
    const env = { ...process.env, TMPDIR: staging, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' };
    const script = 'require(process.argv[1]).executablePath()';
    await run(process.execPath, ['-e', script, entry], { env, timeout: UNPACK_MS });
    await writeFile(path.join(staging, 'fonts.conf'), fontsConf(directory));
    await makeReadable(staging);
    await rename(staging, directory);
  } catch (error) {
    // Another process has unpacked it first.
    if (!existsSync(directory)) throw error;
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/**
 * Makes the files readable for the user that runs Chromium and writable only for the owner, whatever modes the
 * archive contains.
 */
async function makeReadable(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true });
  for (const file of ['.', ...entries].map((entry) => path.join(folder, entry))) {
    await chmod(file, 0o755);
    await chown(file, process.getuid?.() ?? 0, process.getgid?.() ?? 0);
  }
}

/**
 * The worker's umask keeps a folder that it makes from all other users, and a root worker's Chromium runs as one of them.
 */
async function letOthersIn(cache: string): Promise<void> {
  if (process.getuid?.() === 0) await chmod(cache, 0o755);
}

function fontsConf(directory: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${directory}/fonts</dir><cachedir>${directory}/fonts-cache</cachedir></fontconfig>
`;
}

async function starts(executablePath: string, env: Record<string, string>): Promise<boolean> {
  return run(executablePath, ['--version'], { env, timeout: CHECK_MS }).then(
    () => true,
    () => false,
  );
}
