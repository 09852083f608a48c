/** The API can be reached from this machine only, unless the operator says otherwise; a real process. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startApiProcess } from '#tests/harness/api-process.ts';
import { startTestApp } from '#tests/harness/app.ts';

const app = await startTestApp();

/** /proc/net/tcp writes an address as hexadecimal bytes, the last one first, and a listening socket as state 0A. */
const LISTENING = '0A';
const LOOPBACK = '0100007F';
const EVERYWHERE = '00000000';

/** The addresses on which anything listens on the port, over IPv4 and IPv6. */
function listeningOn(port: number): string[] {
  const hexPort = port.toString(16).toUpperCase().padStart(4, '0');
  const lines = ['tcp', 'tcp6'].flatMap((file) => readFileSync(`/proc/net/${file}`, 'utf8').split('\n'));
  return lines
    .map((line) => line.trim().split(/\s+/))
    .filter(([, local, , state]) => local?.endsWith(`:${hexPort}`) && state === LISTENING)
    .map(([, local = '']) => local.split(':')[0] ?? '');
}

test.skipIf(process.platform !== 'linux').each([
  ['without HOST, this machine only', undefined, LOOPBACK],
  ['with HOST=0.0.0.0, every network', '0.0.0.0', EVERYWHERE],
])('the API is reached from where HOST says: %s [listening-address]', async (_, host, address) => {
  const { HOST: _default, ...env } = app.env;
  const api = await startApiProcess({ ...env, ...(host ? { HOST: host } : {}) } as typeof app.env);
  expect(listeningOn(Number(new URL(api.origin).port))).toEqual([address]);
});
