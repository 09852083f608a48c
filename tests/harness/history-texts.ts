/**
 * What a workflow's history says to someone who has the keys: its payloads are encrypted, so that a secret in one of them
 * shows only when it is decrypted.
 */
import type { DataConverter, Payload } from '@temporalio/common';

/** Returns every text of the history, payloads decrypted. */
export async function historyTexts(history: unknown, { payloadCodecs = [] }: DataConverter): Promise<string> {
  const texts: string[] = [];
  const read = async (value: unknown): Promise<void> => {
    if (typeof value === 'string') texts.push(value);
    if (value instanceof Uint8Array) texts.push(Buffer.from(value).toString('utf8'));
    if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return;
    for (const part of Object.values(isPayload(value) ? await decrypted(value) : value)) await read(part);
  };
  const decrypted = async (payload: Payload): Promise<Payload> => {
    let payloads = [payload];
    for (const codec of payloadCodecs.toReversed()) payloads = await codec.decode(payloads);
    return payloads[0] ?? payload;
  };
  await read(history);
  return texts.join('\n');
}

const isPayload = (value: object): value is Payload => 'metadata' in value && 'data' in value;
