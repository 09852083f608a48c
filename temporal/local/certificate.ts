/** Makes the self-signed certificate with which the proxy of a cluster serves HTTPS on this machine only. */
import { KeyObject } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  BasicConstraintsExtension,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';
import { DAY_MS } from '#contracts/durations.ts';

/** A cluster that runs for longer gets a new certificate at its next start. */
const VALID_DAYS = 90;
const ecdsa = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/** Files with the key and with the certificate, which clients may trust as an authority. */
export type IdentityFiles = { key: string; certificate: string };

/** Writes a new key and certificate into the directory. */
export async function writeIdentity(directory: string): Promise<IdentityFiles> {
  const keys = await crypto.subtle.generateKey(ecdsa, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=localhost',
    // The clocks of some processes of a cluster are deliberately wrong.
    notBefore: new Date(Date.now() - DAY_MS),
    notAfter: new Date(Date.now() + VALID_DAYS * DAY_MS),
    signingAlgorithm: ecdsa,
    keys,
    extensions: [
      new BasicConstraintsExtension(true, undefined, true),
      new SubjectAlternativeNameExtension([
        { type: 'dns', value: 'localhost' },
        { type: 'ip', value: '127.0.0.1' },
      ]),
    ],
  });
  const files = {
    key: path.join(directory, 'key.pem'),
    certificate: path.join(directory, 'certificate.pem'),
  };
  mkdirSync(directory, { recursive: true });
  const key = KeyObject.from(keys.privateKey).export({ type: 'pkcs8', format: 'pem' });
  writeFileSync(files.key, key, { mode: 0o600 });
  writeFileSync(files.certificate, certificate.toString('pem'));
  return files;
}
