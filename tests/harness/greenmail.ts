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
import { keyStore } from '#tests/sandbox/portals/mailbox/imap/identity.ts';
import { until } from './until.ts';

const run = promisify(execFile);
const VERSION = '2.1.3';
const java = 'java';
const START_MS = 110_000;
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

/**
 * Starts a server that speaks IMAP for one user, with TLS on a port of its own; resolves with both. It ends with the test
 * file.
 */
export async function startGreenmail(
  jar: string,
  { username, password }: { username: string; password: string },
): Promise<{ port: number; tlsPort: number }> {
  const port = await freePort();
  const tlsPort = await freePort();
  const child = spawn(
    java,
    [
      '-XX:+UseSerialGC',
      '-Dgreenmail.imap.hostname=127.0.0.1',
      `-Dgreenmail.imap.port=${port}`,
      '-Dgreenmail.imaps.hostname=127.0.0.1',
      `-Dgreenmail.imaps.port=${tlsPort}`,
      `-Dgreenmail.tls.keystore.file=${keyStore.file}`,
      `-Dgreenmail.tls.keystore.password=${keyStore.password}`,
      `-Dgreenmail.users=${username}:${password}@localhost`,
      '-jar',
      jar,
    ],
    { stdio: 'ignore' },
  );
  stopAtTheEnd(child);
  await until('GreenMail to know its user', () => knows(port, `${username} ${password}`), START_MS);
  return { port, tlsPort };
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

/** It creates its user after it has begun to greet. */
async function knows(port: number, login: string): Promise<boolean> {
  const socket = net.connect(port, '127.0.0.1');
  const heard = async (): Promise<string> =>
    String((await once(socket, 'data', { signal: AbortSignal.timeout(GREETING_MS) }))[0]);
  try {
    if (!(await heard()).startsWith('* OK')) return false;
    socket.write(`a LOGIN ${login}\r\n`);
    return (await heard()).startsWith('a OK');
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
