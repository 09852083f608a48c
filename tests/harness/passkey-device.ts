/**
 * The parts of a passkey authenticator (WebAuthn level 2, ES256) that tests need; it can be made to sign wrong data.
 * Use: `const device = newPasskeyDevice(origin)`; `device.create(options)` and `device.sign(options)` answer as
 * browsers do.
 */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const USER_PRESENT = 1;
const USER_VERIFIED = 4;
const ATTESTED = 64;

type Options = { challenge: string };
type Deceit = { origin?: string; rpId?: string; userVerified?: boolean; credentialId?: Buffer };

export type PasskeyDevice = ReturnType<typeof newPasskeyDevice>;

export function newPasskeyDevice(ownOrigin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ownId = randomBytes(32);
  let counter = 0;

  const clientData = (type: string, { challenge }: Options, origin: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authenticatorData = (given: Deceit, attested?: Buffer): Buffer => {
    const { rpId = new URL(ownOrigin).hostname, userVerified = true } = given;
    const flags = USER_PRESENT + (userVerified ? USER_VERIFIED : 0) + (attested ? ATTESTED : 0);
    const counted = Buffer.alloc(4);
    counted.writeUInt32BE((counter += 1));
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counted, ...(attested ? [attested] : [])]);
  };

  return {
    id: ownId.toString('base64url'),
    create: (options: Options, given: Deceit = {}) => {
      const id = given.credentialId ?? ownId;
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
      const key = coseKey(Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url'));
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3]),
        cborText('fmt'),
        cborText('none'),
        cborText('attStmt'),
        Buffer.from([0xa0]),
        cborText('authData'),
        cborBytes(authenticatorData(given, attested)),
      ]);
      const clientDataJSON = clientData('webauthn.create', options, given.origin ?? ownOrigin);
      return credential(id, { clientDataJSON, attestationObject }, { transports: ['internal'] });
    },
    sign: (options: Options, given: Deceit = {}) => {
      const clientDataJSON = clientData('webauthn.get', options, given.origin ?? ownOrigin);
      const data = authenticatorData(given);
      const signature = sign('sha256', Buffer.concat([data, sha256(clientDataJSON)]), privateKey);
      return credential(given.credentialId ?? ownId, { clientDataJSON, authenticatorData: data, signature });
    },
  };
}

function credential(id: Buffer, response: Record<string, Buffer>, more: object = {}) {
  const written = Object.entries(response).map(([name, bytes]) => [name, bytes.toString('base64url')]);
  return {
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response: { ...Object.fromEntries(written), ...more },
  };
}

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();

const cborText = (text: string): Buffer =>
  Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
const cborBytes = (bytes: Buffer): Buffer => Buffer.concat([Buffer.from([0x58, bytes.length]), bytes]);

/** EC2 key, ES256, P-256. */
const coseKey = (x: Buffer, y: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    cborBytes(x),
    Buffer.from([0x22]),
    cborBytes(y),
  ]);
