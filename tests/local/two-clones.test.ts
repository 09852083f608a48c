/** Two stacks that are started at the same moment and request the same ports, as real processes. */
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Connection, isGrpcServiceError } from '@temporalio/client';
import { afterAll, describe, expect, it } from 'vitest';
import { signIn, type Customer } from '#temporal/local/customer.ts';
import { freePort } from '#temporal/local/ports.ts';
import { dataDirectories, startClones, type Clone, type ClonePorts } from './clones.ts';

const TEST_TIMEOUT_MS = 360_000;
/** The gRPC status code for a namespace that a server does not have. */
const NOT_FOUND = 5;
const PORTAL = 'bangladesh_bank_exp';

const data = dataDirectories(2);
afterAll(data.remove);
const ports: ClonePorts = {
  PORT: String(await freePort()),
  POSTGRES_PORT: String(await freePort()),
  TEMPORAL_PORT: String(await freePort()),
  TEMPORAL_UI_PORT: String(await freePort()),
  SANDBOX_PORT: String(await freePort()),
  SANDBOX_IMAP_PORT: String(await freePort()),
};

const demo = ({ addresses }: Clone): Promise<Customer> =>
  signIn(addresses.app, 'demo@chalan.test', 'demo1234');

/** A login that the customer saved; those that come with the stack have no name to show. */
async function hasLogin(clone: Clone): Promise<boolean> {
  const { data } = await (
    await demo(clone)
  ).read<{ data: { username: string | null } }>(`/api/credentials/${PORTAL}`);
  return data.username !== null;
}

async function knowsNamespace(server: Clone, namespace: string): Promise<boolean> {
  const connection = await Connection.connect({ address: server.addresses.temporal.address });
  try {
    await connection.workflowService.describeNamespace({ namespace });
    return true;
  } catch (error) {
    if (isGrpcServiceError(error) && error.code === NOT_FOUND) return false;
    throw error;
  } finally {
    await connection.close();
  }
}

async function isHealthy({ addresses }: Clone): Promise<boolean> {
  return (await fetch(`${addresses.app}/api/health`)).ok;
}

/** Both data directories start, each with what it had before and with nothing of the other's. */
async function expectApart([first, second]: [Clone, Clone]): Promise<void> {
  const places = [first, second].flatMap(({ addresses }) => [
    addresses.app,
    addresses.sandbox,
    addresses.temporal.address,
    addresses.temporalUi,
  ]);
  expect(new Set(places).size).toBe(places.length);
  expect(await Promise.all([isHealthy(first), isHealthy(second)])).toEqual([true, true]);
  expect(await Promise.all([hasLogin(first), hasLogin(second)])).toEqual([true, false]);
  for (const [server, other] of [
    [first, second],
    [second, first],
  ] as const) {
    expect(await knowsNamespace(server, server.addresses.temporal.namespace)).toBe(true);
    expect(await knowsNamespace(server, other.addresses.temporal.namespace)).toBe(false);
  }
}

function killPart({ directory }: Clone, name: string): void {
  process.kill(Number(readFileSync(path.join(directory, 'run', `${name}.pid`), 'utf8')), 'SIGKILL');
}

async function startBoth(): Promise<[Clone, Clone]> {
  const [first, second] = await startClones(data.directories, ports);
  if (!first || !second) throw new Error('Two clones were started.');
  return [first, second];
}

describe('two clones that want the same ports and are started at the same moment', () => {
  it(
    'two clones both start with their own database and Temporal namespace, and one outlives the other',
    async () => {
      const [broken, whole] = await startBoth();
      try {
        await (await demo(broken)).saveLogin(PORTAL, 'padma', 'padma1234');
        await expectApart([broken, whole]);

        rmSync(path.join(broken.directory, 'postgres', 'global', 'pg_control'));
        killPart(broken, 'postgres');
        expect(await broken.ended).toBe(1);
        expect(broken.output()).toMatch(/^postgres keeps ending and is not started again\. .*$/m);
        expect(broken.output()).toContain(`Its log is ${path.join(broken.directory, 'postgres.log')}.`);

        expect(await isHealthy(whole)).toBe(true);
        expect(await hasLogin(whole)).toBe(false);
        expect(await whole.stop()).toBe(0);
      } finally {
        await Promise.all([broken.stop(), whole.stop()]);
      }
    },
    TEST_TIMEOUT_MS,
  );
});
