/** Temporal servers of several data directories on one machine, as real processes. */
import net from 'node:net';
import { Connection } from '@temporalio/client';
import { afterEach, describe, expect, it } from 'vitest';
import { freePort, keepPorts } from '#temporal/local/ports.ts';
import { startDevServer, type DevServer } from '#temporal/start.ts';

const running: DevServer[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.stop()));
});

async function startFrom(wanted: { grpc: number; ui: number }, namespace: string): Promise<DevServer> {
  const kept = keepPorts(wanted, ({ grpc, ui }) =>
    startDevServer({ port: grpc, uiPort: ui, namespaces: [namespace] }),
  );
  const server = await kept.start();
  running.push(server);
  return server;
}

async function namespacesOf({ address }: DevServer): Promise<string[]> {
  const connection = await Connection.connect({ address });
  try {
    const { namespaces } = await connection.workflowService.listNamespaces({});
    return namespaces.map(({ namespaceInfo }) => namespaceInfo?.name ?? '');
  } finally {
    await connection.close();
  }
}

describe('Temporal servers of two data directories', () => {
  it('two Temporal servers that want the same ports at once both start, each with its own namespace', async () => {
    const wanted = { grpc: await freePort(), ui: await freePort() };
    const servers = await Promise.all([startFrom(wanted, 'chalan-one'), startFrom(wanted, 'chalan-other')]);
    const [one = [], other = []] = await Promise.all(servers.map(namespacesOf));
    expect(one).toContain('chalan-one');
    expect(one).not.toContain('chalan-other');
    expect(other).toContain('chalan-other');
    expect(other).not.toContain('chalan-one');
  });

  it('a Temporal server does not mistake another program on the wanted ports for itself', async () => {
    const foreign = net.createServer((socket) => socket.on('error', () => undefined));
    await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = foreign.address() as net.AddressInfo;
      const server = await startFrom({ grpc: port, ui: port }, 'chalan-one');
      expect(server.address).not.toBe(`127.0.0.1:${port}`);
      expect(await namespacesOf(server)).toContain('chalan-one');
    } finally {
      foreign.close();
    }
  });
});
