/** The administrators' route that decrypts payloads for Temporal's UI: a codec server. */
import { createPayloadCodec } from '#api/adapters/temporal-payloads.ts';
import type { Deps } from '#api/deps.ts';
import { recordReadOfDay } from '#api/domain/accounts/audit.ts';
import { serve } from '#api/routes/serve.ts';

export function temporalPayloadRoutes(deps: Deps) {
  const codec = createPayloadCodec(deps.vault.masters);
  /** A payload that cannot be decrypted, for example because its key was removed, is returned unchanged. */
  const decoded = async (payload: Text): Promise<Text> => {
    try {
      const [plain] = await codec.decode([bytesOf(payload)]);
      return plain ? textOf(plain) : payload;
    } catch {
      return payload;
    }
  };
  return serve(deps, {
    'POST /api/admin/temporal-payloads/decode': async ({ user, body }) => {
      const subject = `temporal/${deps.env.TEMPORAL_NAMESPACE}`;
      await recordReadOfDay(deps, { adminId: user.id, action: 'payloads decrypted', subject });
      return { payloads: await Promise.all(body.payloads.map(decoded)) };
    },
  });
}

type Bytes = { metadata?: Record<string, Uint8Array> | null; data?: Uint8Array | null };
type Text = { metadata?: Record<string, string> | undefined; data?: string | undefined };

const fromBase64 = (text: string): Uint8Array => Buffer.from(text, 'base64');
const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

const mapped = <From, To>(values: Record<string, From>, map: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));

const bytesOf = ({ metadata = {}, data = '' }: Text): Bytes => ({
  metadata: mapped(metadata, fromBase64),
  data: fromBase64(data),
});
const textOf = ({ metadata, data }: Bytes): Text => ({
  metadata: mapped(metadata ?? {}, toBase64),
  data: toBase64(data ?? new Uint8Array()),
});
