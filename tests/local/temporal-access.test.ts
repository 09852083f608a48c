/**
 * Temporal behind TLS: a proxy that asks for our certificate stands before the run's own server, and certificates and
 * API key are replaced while a process runs.
 */
import { KeyObject } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createServer, type TLSSocket } from 'node:tls';
import { X509CertificateGenerator } from '@peculiar/x509';
import { NativeConnection } from '@temporalio/worker';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '#contracts/durations.ts';
import { readTemporalEnv } from '#api/env.ts';
import { connectionOptions, connectTemporal, type TemporalSettings } from '#temporal/client.ts';
import { watchRenewals } from '#temporal/renewals.ts';
import { authorityFile, identity } from '#tests/sandbox/portals/mailbox/imap/identity.ts';
import { until } from '#tests/harness/until.ts';

const LOOK_MS = 20;
const folder = mkdtempSync(path.join(tmpdir(), 'chalan-temporal-'));
const file = (name: string): string => path.join(folder, name);
const [host = '', port = ''] = inject('temporalAddress').split(':');

const ecdsa = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/** Writes a new certificate of ours with its key, and returns it. */
async function makeCertificate(): Promise<string> {
  const keys = await crypto.subtle.generateKey(ecdsa, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=chalan',
    keys,
    signingAlgorithm: ecdsa,
    notBefore: new Date(Date.now() - DAY_MS),
    notAfter: new Date(Date.now() + DAY_MS),
  });
  const key = KeyObject.from(keys.privateKey).export({ type: 'pkcs8', format: 'pem' });
  writeFileSync(file('client.pem'), certificate.toString('pem'));
  writeFileSync(file('client.key'), key);
  return certificate.toString('pem');
}

const calls: string[] = [];
let proxy: ReturnType<typeof createServer>;
let settings: TemporalSettings;

/** Passes bytes on to the server, and notes how each connection was identified. */
function passOn(socket: TLSSocket): void {
  calls.push(String(socket.getPeerCertificate().subject?.CN));
  const upstream = connect(Number(port), host);
  socket.pipe(upstream).pipe(socket);
  for (const each of [socket, upstream]) each.on('error', () => undefined);
  socket.on('close', () => upstream.destroy());
}

beforeAll(async () => {
  const ca = await makeCertificate();
  proxy = createServer(
    {
      ...identity,
      ca,
      requestCert: true,
      rejectUnauthorized: true,
      ALPNProtocols: ['h2'],
    },
    passOn,
  );
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  settings = {
    TEMPORAL_ADDRESS: `127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    TEMPORAL_NAMESPACE: 'default',
    TEMPORAL_TLS_CA_FILE: authorityFile,
    TEMPORAL_TLS_CERT_FILE: file('client.pem'),
    TEMPORAL_TLS_KEY_FILE: file('client.key'),
    TEMPORAL_TLS_SERVER_NAME: 'localhost',
  };
});
afterAll(() => proxy.close());

describe('a Temporal server that asks for a certificate', () => {
  test('client and worker reach it with our certificate', async () => {
    calls.length = 0;
    const client = await connectTemporal(settings);
    expect(await client.connection.workflowService.getSystemInfo({})).toBeDefined();
    const native = await NativeConnection.connect(connectionOptions(settings));
    expect(await native.workflowService.getSystemInfo({})).toBeDefined();
    expect(new Set(calls)).toEqual(new Set(['chalan']));
    await Promise.all([client.connection.close(), native.close()]);
  });

  test('without our certificate nothing is answered', async () => {
    const { TEMPORAL_TLS_CERT_FILE: _, TEMPORAL_TLS_KEY_FILE: _key, ...strange } = settings;
    await expect(NativeConnection.connect(connectionOptions(strange))).rejects.toThrow();
  });
});

test('a certificate without its key is refused at the start', () => {
  expect(readTemporalEnv({ TEMPORAL_NAMESPACE: '' })).toMatchObject({ TEMPORAL_NAMESPACE: 'default' });
  expect(() => readTemporalEnv({ TEMPORAL_TLS_CERT_FILE: 'a.pem' })).toThrow(
    'TEMPORAL_TLS_KEY_FILE: must be set together with TEMPORAL_TLS_CERT_FILE',
  );
});

test('a new API key is taken over, and new certificates end the process in good order', async () => {
  writeFileSync(file('api.key'), 'first\n');
  const watched = { ...settings, TEMPORAL_API_KEY_FILE: file('api.key') };
  expect(connectionOptions(watched).apiKey).toBe('first');
  const seen: string[] = [];
  const end = watchRenewals(
    watched,
    { onApiKey: (key) => seen.push(key), onCertificates: () => seen.push('certificates') },
    { lookMs: LOOK_MS, spreadMs: 0 },
  );
  // Another process that shares the files, and has chosen a later moment.
  const endLater = watchRenewals(
    watched,
    { onCertificates: () => seen.push('later') },
    { lookMs: LOOK_MS, spreadMs: HOUR_MS, random: () => 1 },
  );
  writeFileSync(file('api.key'), 'second\n');
  await until('the new key', () => seen.length === 1);
  await makeCertificate();
  await until('the new certificates', () => seen.length > 1);
  end();
  endLater();
  expect(seen).toEqual(['second', 'certificates']);
});
