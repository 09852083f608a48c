/**
 * The mail server's key and certificate. They are for nothing else. The certificate is from an authority of its own
 * (`authorityFile`), whose key was deleted, for mail.padma.test, mail.sandbox.localhost, localhost and 127.0.0.1.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const fileOf = (name: string): string => fileURLToPath(new URL(`certificates/${name}`, import.meta.url));

/** The authority that a client must trust. */
export const authorityFile = fileOf('ca.pem');
export const identity = {
  key: readFileSync(fileOf('server-key.pem')),
  cert: readFileSync(fileOf('server.pem')),
};
/** The same, for a server in Java. */
export const keyStore = { file: fileOf('server.p12'), password: 'sandbox1234' };
