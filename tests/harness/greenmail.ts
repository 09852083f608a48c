/** GreenMail, a third-party mail server: a Java program from Maven Central, kept in the cache. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { homedir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll } from 'vitest';
import { freePort } from '#temporal/local/ports.ts';
import { until } from './until.ts';

const run = promisify(execFile);
const VERSION = '2.1.3';
const java = 'java';
const START_MS = 60_000;
const GREETING_MS = 2_000;

const pom = `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>chalan</groupId><artifactId>mail-server</artifactId><version>1</version>
<dependencies><dependency><groupId>com.icegreen</groupId><artifactId>greenmail-standalone</artifactId>
<version>${VERSION}</version><exclusions><exclusion><groupId>*</groupId><artifactId>*</artifactId></exclusion>
</exclusions></dependency></dependencies></project>`;

/** Path of the program's JAR; null where Java or Maven is not installed. */
export async function greenmailJar(): Promise<string | null> {
  const cache = process.env['XDG_CACHE_HOME'] ?? path.join(homedir(), '.cache');
  const directory = path.join(cache, 'chalan', `greenmail-${VERSION}`);
  const jar = path.join(directory, 'lib', `greenmail-standalone-${VERSION}.jar`);
  if (!(await answers(java, ['-version']))) return null;
  if (existsSync(jar)) return jar;
  if (!(await answers('mvn', ['-version']))) return null;
  mkdirSync(directory, { recursive: true });
  writeFileSync(path.join(directory, 'pom.xml'), pom);
  await run('mvn', ['-q', '-B', 'dependency:copy-dependencies', '-DoutputDirectory=lib'], { cwd: directory });
  return jar;
}

/** Starts a server that speaks IMAP for one user; resolves with its port. It ends with the test file. */
export async function startGreenmail(
  jar: string,
  { username, password }: { username: string; password: string },
): Promise<number> {
  const port = await freePort();
  const child = spawn(
    java,
    [
      '-XX:+UseSerialGC',
      '-Dgreenmail.imap.hostname=127.0.0.1',
      `-Dgreenmail.imap.port=${port}`,
      `-Dgreenmail.users=${username}:${password}@localhost`,
      '-jar',
      jar,
    ],
    { stdio: 'ignore' },
  );
  stopAtTheEnd(child);
  await until('GreenMail to greet', () => greets(port), START_MS);
  return port;
}

const running: ChildProcess[] = [];
// Registered at the file's top level: a hook that is registered inside another hook never runs.
afterAll(async () => {
  for (const child of running.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }
});

function stopAtTheEnd(child: ChildProcess): void {
  running.push(child);
  // A test file that ends without running its hooks must not leave the process behind.
  process.once('exit', () => child.kill('SIGKILL'));
}

async function greets(port: number): Promise<boolean> {
  const socket = net.connect(port, '127.0.0.1');
  try {
    const [greeting]: unknown[] = await once(socket, 'data', { signal: AbortSignal.timeout(GREETING_MS) });
    return String(greeting).startsWith('* OK');
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

function answers(program: string, programArguments: string[]): Promise<boolean> {
  return run(program, programArguments).then(
    () => true,
    () => false,
  );
}
