/**
 * Encrypts what Temporal stores of our workflows: arguments, results, signals, memos, and the texts of failures. Its
 * keys come from those of the vault, so they change together (docs/security.md).
 */
import { fileURLToPath } from 'node:url';
import type { DataConverter, Payload, PayloadCodec } from '@temporalio/common';
import protocol from '@temporalio/proto';
import type { DatabaseOrTransaction } from '#prisma/client.ts';
import type { MasterKeys } from './master-keys.ts';
import { openWith, sealWith } from './sealing.ts';
import { createSettledKey } from './settled-key.ts';

const ENCODING = 'binary/encrypted';
const USE = 'payloads of temporal';

/** Also part of the workflows' bundle, where failures of workflows are converted. */
export const failureConverterPath = fileURLToPath(
  new URL('../../temporal/failure-converter.cjs', import.meta.url),
);

const { Payload: proto } = protocol.temporal.api.common.v1;
const textOf = (payload: Payload, name: string): string =>
  Buffer.from(payload.metadata?.[name] ?? []).toString('utf8');
const boundTo = (keyId: string): string => `${USE} ${keyId}`;

/**
 * Encrypts with the key that `keyToUse` names. Histories from before payloads were encrypted are read as they are.
 */
export function createPayloadCodec(
  masters: MasterKeys,
  keyToUse: () => Promise<string> = async () => masters.ids[0],
): PayloadCodec {
  const keys = new Map<string, Buffer>();
  const keyOf = (id: string): Buffer => {
    const key = keys.get(id) ?? masters.keyFor(id, USE);
    keys.set(id, key);
    return key;
  };
  const encode = (payload: Payload, keyId: string): Payload => ({
    metadata: { encoding: Buffer.from(ENCODING), 'key-id': Buffer.from(keyId) },
    data: Buffer.from(sealWith(keyOf(keyId), Buffer.from(proto.encode(payload).finish()), boundTo(keyId))),
  });
  const decode = (payload: Payload): Payload => {
    if (textOf(payload, 'encoding') !== ENCODING) return payload;
    const keyId = textOf(payload, 'key-id');
    const sealed = Buffer.from(payload.data ?? []).toString('utf8');
    return proto.decode(openWith(keyOf(keyId), sealed, boundTo(keyId)));
  };
  return {
    encode: async (payloads) => {
      const keyId = await keyToUse();
      return payloads.map((payload) => encode(payload, keyId));
    },
    decode: async (payloads) => payloads.map(decode),
  };
}

/**
 * What clients and workers convert their data with. With the database, a new key is not used before every process has it;
 * without one, the first key is used.
 */
export const encryptedPayloads = (masters: MasterKeys, db?: DatabaseOrTransaction): DataConverter => ({
  payloadCodecs: [createPayloadCodec(masters, db && createSettledKey(db, masters))],
  failureConverterPath,
});
