/** Ports that are held for a child process, which receives their listening socket. */
import net from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { endProcess } from '#temporal/local/end-process.ts';
import { freePort, holdPort, type HeldPort } from '#temporal/local/ports.ts';
import { startNode, type Running } from '#temporal/local/processes.ts';
import { dataDirectories } from './clones.ts';

const echoServer = fileURLToPath(new URL('./echo-server.ts', import.meta.url));
const data = dataDirectories(1);
const [directory = ''] = data.directories;
afterAll(data.remove);

const held: HeldPort[] = [];
const running: Running[] = [];
afterEach(async () => {
  for (const child of running.splice(0)) await child.stop();
  for (const port of held.splice(0)) await port.release();
});

async function hold(wanted: number, host?: string): Promise<HeldPort> {
  const port = await holdPort(wanted, host);
  held.push(port);
  return port;
}

async function startEcho(http: HeldPort, env: Record<string, string> = {}): Promise<Running> {
  const child = await startNode({
    entry: echoServer,
    runDirectory: path.join(directory, 'run'),
    env: { ...process.env, ...env },
    logFile: path.join(directory, 'echo.log'),
    sockets: { http },
  });
  running.push(child);
  return child;
}

async function answerOn({ port }: HeldPort): Promise<number> {
  return Number(await (await fetch(`http://127.0.0.1:${port}`)).text());
}

describe('a port that is held', () => {
  it('three processes that want the same port at the same moment get three different ports', async () => {
    const wanted = await freePort();
    const ports = await Promise.all([hold(wanted), hold(wanted), hold(wanted, '127.0.0.1')]);
    expect(new Set(ports.map(({ port }) => port)).size).toBe(3);
  });

  it('a held port is served by the child that got its socket, and by the next child after a kill', async () => {
    const port = await hold(await freePort());
    for (let round = 0; round < 2; round += 1) {
      const child = await startEcho(port);
      expect(await answerOn(port)).toBe(child.process.pid);
      await endProcess(child.process, 'SIGKILL');
    }
  });

  it('a held port refuses callers while the child starts and keeps none of them waiting', async () => {
    const port = await hold(await freePort());
    const early: Promise<unknown>[] = [];
    const callers = setInterval(() => early.push(answerOn(port).catch(() => 'turned away')), 20);
    await startEcho(port, { ECHO_START_MS: '1500' }).finally(() => clearInterval(callers));
    const ends = await Promise.all(early);
    expect(ends.filter((end) => end === 'turned away').length).toBeGreaterThan(10);
    expect(await answerOn(port)).toBe(running.at(-1)?.process.pid);
  });

  it('a port that another program took while no child ran is an error that says so', async () => {
    const port = await hold(await freePort());
    await endProcess((await startEcho(port)).process, 'SIGKILL');
    const foreign = net.createServer();
    await new Promise<void>((resolve) => foreign.listen(port.port, '127.0.0.1', resolve));
    try {
      await expect(startEcho(port)).rejects.toThrow(
        `Port ${port.port} was taken by another program meanwhile.`,
      );
    } finally {
      foreign.close();
    }
  });
});
