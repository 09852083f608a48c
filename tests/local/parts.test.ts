/** How the stack's parts end, tested with small processes that bind a port or end at once. */
import { spawn } from 'node:child_process';
import net from 'node:net';
import path from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { endProcess } from '#temporal/local/end-process.ts';
import { openParts, type Parts } from '#temporal/local/parts.ts';
import { EndedWhileStarting, freePort, keepPorts } from '#temporal/local/ports.ts';
import type { Running } from '#temporal/local/processes.ts';
import { until } from '#tests/harness/until.ts';
import { dataDirectories } from './clones.ts';

const data = dataDirectories(1);
const [directory = ''] = data.directories;
const logFile = path.join(directory, 'server.log');
afterAll(data.remove);

let parts: Parts;
const lines: string[] = [];
const open = (): Parts => {
  lines.length = 0;
  parts = openParts(path.join(directory, 'run'), (line) => lines.push(line));
  return parts;
};
afterEach(() => parts.stop());

/** Resolves when the script prints, and rejects if it ends before. */
async function startScript(script: string): Promise<Running> {
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'ignore'] });
  await new Promise<void>((resolve, reject) => {
    child.stdout.once('data', () => resolve());
    child.once('exit', () => reject(new EndedWhileStarting('It ended while it was starting.')));
  });
  return { process: child, stop: () => endProcess(child) };
}

const serverOn = (port: number): Promise<Running> =>
  startScript(`require('node:net').createServer().listen(${port}, '127.0.0.1', () => console.log('ready'))`);

const pid = (): number => parts.list[0]?.pid() ?? 0;

function kill(): void {
  process.kill(pid(), 'SIGKILL');
}

describe('a part of the stack', () => {
  it('a part that is killed is started again on the same port', async () => {
    const server = keepPorts({ tcp: await freePort() }, ({ tcp }) => serverOn(tcp));
    await open().add({ name: 'server', logFile, start: server.start });
    const before = { pid: pid(), ports: server.ports() };
    kill();
    await until('the part to be started again', () => pid() !== before.pid);
    expect(server.ports()).toEqual(before.ports);
    expect(lines).toEqual(['server ended (SIGKILL). Starting it again.']);
  });

  it('a part whose port another program took meanwhile is given up with a message that says so', async () => {
    const server = keepPorts({ tcp: await freePort() }, ({ tcp }) => serverOn(tcp));
    const foreign = net.createServer();
    let starts = 0;
    const start = async (): Promise<Running> => {
      starts += 1;
      if (starts === 2) await listen(foreign, server.ports().tcp);
      return server.start();
    };
    await open().add({ name: 'server', logFile, start });
    try {
      kill();
      expect(await parts.failed).toBe(
        `server keeps ending and is not started again. At last it did not start: ` +
          `Port ${server.ports().tcp} was taken by another program meanwhile. Its log is ${logFile}.`,
      );
    } finally {
      foreign.close();
    }
  });

  it('a part that keeps ending is given up with a message that names its log', async () => {
    await open().add({ name: 'server', logFile, start: () => startScript(`console.log('ready')`) });
    expect(await parts.failed).toBe(
      `server keeps ending and is not started again. At last it ended (0). Its log is ${logFile}.`,
    );
  });

  it('a part that does not start the first time fails with an error that names its log', async () => {
    await expect(
      open().add({ name: 'server', logFile, start: () => startScript('process.exit(1)') }),
    ).rejects.toThrow(`server did not start: It ended while it was starting. Its log is ${logFile}.`);
  });

  it('a part that is being restarted when all parts are stopped is stopped as well', async () => {
    const port = await freePort();
    let starts = 0;
    let isSecondUnderWay = false;
    const start = async (): Promise<Running> => {
      starts += 1;
      isSecondUnderWay = starts === 2;
      return serverOn(port);
    };
    await open().add({ name: 'server', logFile, start });
    kill();
    await until('the second start to be under way', () => isSecondUnderWay);
    await parts.stop();
    const again = net.createServer();
    await listen(again, port);
    again.close();
  });
});

function listen(server: net.Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
}
