/** Builds Temporal's test server, a Java program, once for this machine, so that it starts in less than a second. */
import { execFile, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { homedir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { endProcess } from '#temporal/local/end-process.ts';
import { freePort } from '#temporal/local/ports.ts';
import { until } from './until.ts';

const run = promisify(execFile);
const VERSION = '1.31.0';
const MAIN = 'io.temporal.testserver.TestServer';
const READY_TIMEOUT_MS = 60_000;
const CLASSES = 'classes.jsa';
/** A server of a few minutes starts in half the time if Java does not optimise its code. */
const FLAGS = ['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1'];

const pom = `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>chalan</groupId><artifactId>test-server</artifactId><version>1</version>
<dependencies><dependency><groupId>io.temporal</groupId><artifactId>temporal-test-server</artifactId>
<version>${VERSION}</version></dependency></dependencies></project>`;

/** Returns the program; null where Java or Maven is missing. */
export async function javaTestServer(): Promise<string | null> {
  const cache = path.join(process.env['XDG_CACHE_HOME'] ?? path.join(homedir(), '.cache'), 'chalan');
  const directory = path.join(cache, `temporal-test-server-${VERSION}-shared`);
  const program = path.join(directory, 'start');
  if (existsSync(program)) return program;
  if (!(await answers('java', ['-version'])) || !(await answers('mvn', ['-version']))) return null;
  const draft = `${directory}-${process.pid}`;
  try {
    await build(draft);
    renameSync(draft, directory);
  } catch (error) {
    // Another test file has built it meanwhile.
    if (!existsSync(program)) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return program;
}

async function build(directory: string): Promise<void> {
  mkdirSync(directory, { recursive: true });
  writeFileSync(path.join(directory, 'pom.xml'), pom);
  await run('mvn', ['-q', '-B', 'dependency:copy-dependencies', '-DoutputDirectory=lib'], { cwd: directory });
  await archiveClasses(directory);
  const program = path.join(directory, 'start');
  const flags = [...FLAGS, `-XX:SharedArchiveFile=${CLASSES}`].join(' ');
  writeFileSync(program, `#!/bin/sh\ncd "$(dirname "$0")" && exec java ${flags} -cp 'lib/*' ${MAIN} "$@"\n`);
  chmodSync(program, 0o755);
}

/**
 * Has Java store the classes that a start needs, which takes two thirds of the work off the starts that follow. The SDK
 * waits five seconds for one, and on a busy machine they passed.
 */
async function archiveClasses(directory: string): Promise<void> {
  const port = await freePort();
  const parameters = [...FLAGS, `-XX:ArchiveClassesAtExit=${CLASSES}`, '-cp', 'lib/*', MAIN, String(port)];
  const server = spawn('java', parameters, { cwd: directory, stdio: 'ignore' });
  try {
    await until('the test server to be ready', () => accepts(port), READY_TIMEOUT_MS);
  } finally {
    await endProcess(server);
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

function answers(program: string, programArguments: string[]): Promise<boolean> {
  return run(program, programArguments).then(
    () => true,
    () => false,
  );
}
