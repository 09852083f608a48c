/** Temporal's own test server, a Java program that skips time: days of waiting take milliseconds. */
import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { TestWorkflowEnvironment } from '@temporalio/testing';
import { searchAttributes } from '#workflows/ids.ts';

const run = promisify(execFile);
const STARTS_MAX = 5;
const VERSION = '1.31.0';
/** The value of a keyword in Temporal's IndexedValueType. */
const KEYWORD = 2;

const pom = `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>chalan</groupId><artifactId>test-server</artifactId><version>1</version>
<dependencies><dependency><groupId>io.temporal</groupId><artifactId>temporal-test-server</artifactId>
<version>${VERSION}</version></dependency></dependencies></project>`;

/** Uses Java and Maven Central where they are available; otherwise the SDK downloads its own build. */
export async function createTimeSkippingEnvironment(): Promise<TestWorkflowEnvironment> {
  const program = await javaTestServer();
  const environment = await startServer(program);
  // The test server cannot list attributes, so they are added without checking.
  await environment.connection.operatorService.addSearchAttributes({
    searchAttributes: Object.fromEntries(Object.values(searchAttributes).map((name) => [name, KEYWORD])),
  });
  return environment;
}

/** The SDK waits 5 s, which may be too short for a Java program on a busy machine. */
async function startServer(program: string | null): Promise<TestWorkflowEnvironment> {
  for (let start = 1; ; start += 1) {
    try {
      return await TestWorkflowEnvironment.createTimeSkipping(
        program ? { server: { executable: { type: 'existing-path', path: program } } } : {},
      );
    } catch (error) {
      if (start === STARTS_MAX) throw error;
    }
  }
}

async function javaTestServer(): Promise<string | null> {
  const cache = process.env['XDG_CACHE_HOME'] ?? path.join(homedir(), '.cache');
  const directory = path.join(cache, 'chalan', `temporal-test-server-${VERSION}`);
  const program = path.join(directory, 'start');
  if (existsSync(program)) return program;
  if (!(await answers('java', ['-version'])) || !(await answers('mvn', ['-version']))) return null;
  mkdirSync(directory, { recursive: true });
  writeFileSync(path.join(directory, 'pom.xml'), pom);
  await run('mvn', ['-q', '-B', 'dependency:copy-dependencies', '-DoutputDirectory=lib'], { cwd: directory });
  // A server of a few minutes starts in half the time if Java does not optimise its code.
  const flags = '-XX:+UseSerialGC -XX:TieredStopAtLevel=1';
  writeFileSync(
    program,
    `#!/bin/sh\nexec java ${flags} -cp '${directory}/lib/*' io.temporal.testserver.TestServer "$@"\n`,
  );
  chmodSync(program, 0o755);
  return program;
}

function answers(program: string, programArguments: string[]): Promise<boolean> {
  return run(program, programArguments).then(
    () => true,
    () => false,
  );
}
