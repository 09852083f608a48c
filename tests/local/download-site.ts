/**
 * The download site of the Temporal CLI, reached through a proxy as behind a company's firewall. Its archive holds a
 * script that runs the program of this machine.
 */
import { execFileSync } from 'node:child_process';
import { KeyObject } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createProxy } from 'node:http';
import { createServer } from 'node:https';
import { connect, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Duplex } from 'node:stream';
import {
  BasicConstraintsExtension,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';
import { DAY_MS } from '#contracts/durations.ts';

const HOST = 'temporal.download';
const ARCHIVE = '/cli/archive.tar.gz';
const ecdsa = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/** What the site does with an archive: sends it, sends its first half and ends, or refuses the connection. */
type Site = 'sends' | 'breaks' | 'refuses';

export type DownloadSite = {
  /** The environment in which a process reaches the site and trusts its certificate. */
  env: Record<string, string>;
  behave: (as: Site) => void;
  /** The paths that were asked for since the last look. */
  requests: () => string[];
  close: () => Promise<void>;
};

export async function startDownloadSite(program: string): Promise<DownloadSite> {
  const folder = mkdtempSync(path.join(tmpdir(), 'chalan-download-'));
  const archive = archiveOf(program, folder);
  const { authority, ...identity } = await certificates();
  writeFileSync(path.join(folder, 'authority.pem'), authority);
  let site: Site = 'sends';
  let asked: string[] = [];

  const server = createServer(identity, (request, response) => {
    asked.push(request.url ?? '');
    if (request.url !== ARCHIVE) {
      response.end(JSON.stringify({ archiveUrl: `https://${HOST}${ARCHIVE}`, fileToExtract: 'temporal' }));
      return;
    }
    response.writeHead(200, { 'content-length': archive.length });
    if (site === 'sends') response.end(archive);
    else response.write(archive.subarray(0, archive.length / 2), () => response.destroy());
  });
  const proxy = createProxy();
  const tunnels = new Set<Duplex>();
  proxy.on('connect', (_request, socket) => {
    tunnels.add(socket);
    if (site === 'refuses') {
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
      return;
    }
    const upstream = connect((server.address() as AddressInfo).port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      upstream.pipe(socket).pipe(upstream);
    });
    for (const each of [socket, upstream]) each.on('error', () => undefined);
    socket.on('close', () => upstream.destroy());
  });
  await Promise.all([listen(server), listen(proxy)]);

  return {
    env: {
      HTTPS_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
      SSL_CERT_FILE: path.join(folder, 'authority.pem'),
    },
    behave: (as) => {
      site = as;
    },
    requests: () => {
      const since = asked;
      asked = [];
      return since;
    },
    close: async () => {
      for (const tunnel of tunnels) tunnel.destroy();
      await Promise.all([server, proxy].map((each) => new Promise((resolve) => each.close(resolve))));
      rmSync(folder, { recursive: true });
    },
  };
}

const listen = (server: Server): Promise<void> =>
  new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));

function archiveOf(program: string, folder: string): Buffer {
  writeFileSync(path.join(folder, 'temporal'), `#!/bin/sh\nexec '${program}' "$@"\n`, { mode: 0o755 });
  execFileSync('tar', ['-czf', 'archive.tar.gz', 'temporal'], { cwd: folder });
  return readFileSync(path.join(folder, 'archive.tar.gz'));
}

/** The SDK trusts no certificate that signs itself, so an authority signs the site's. */
async function certificates(): Promise<{ authority: string; key: string; cert: string }> {
  const validity = {
    notBefore: new Date(Date.now() - DAY_MS),
    notAfter: new Date(Date.now() + DAY_MS),
    signingAlgorithm: ecdsa,
  };
  const own = await crypto.subtle.generateKey(ecdsa, true, ['sign', 'verify']);
  const authority = await X509CertificateGenerator.createSelfSigned({
    ...validity,
    name: 'CN=Authority of the download site',
    keys: own,
    extensions: [new BasicConstraintsExtension(true, undefined, true)],
  });
  const keys = await crypto.subtle.generateKey(ecdsa, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.create({
    ...validity,
    subject: `CN=${HOST}`,
    issuer: authority.subject,
    publicKey: keys.publicKey,
    signingKey: own.privateKey,
    extensions: [new SubjectAlternativeNameExtension([{ type: 'dns', value: HOST }])],
  });
  return {
    authority: authority.toString('pem'),
    cert: certificate.toString('pem'),
    key: KeyObject.from(keys.privateKey).export({ type: 'pkcs8', format: 'pem' }) as string,
  };
}
