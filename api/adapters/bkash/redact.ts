/** Removes secrets from what is logged and shown, and masks wallet numbers. */
import { maskMsisdn } from './formats.ts';
import type { Json, JsonObject } from './types.ts';

const SECRET_KEYS = new Set([
  'authorization',
  'x-app-key',
  'app_key',
  'app_secret',
  'username',
  'password',
  'id_token',
  'refresh_token',
  'signature',
]);
const CENSOR = '[secret]';
const JWT = /eyJ[\w-]{5,}(?:\.[\w-]*)*/g;
/** The hash of bKash's page and the signature of the return URL let their holder act as the payer's browser. */
const SECRET_PARAMETER = /([?&](?:hash|signature)=)[^&#\s"]*/gi;
/** Minimum length of a secret to replace: replacing shorter texts would garble ordinary words. */
const SECRET_MIN_LENGTH = 4;

/**
 * Redacts tokens, secret URL parameters, wallet numbers and the given `secrets`. The values in `secrets` are removed
 * wherever they were copied to, such as a gateway's message.
 */
export function redactText(text: string, secrets: readonly string[]): string {
  const withoutSecrets = secrets
    .filter((secret) => secret.length >= SECRET_MIN_LENGTH)
    .reduce((rest, secret) => rest.replaceAll(secret, CENSOR), text);
  return maskMsisdn(withoutSecrets.replace(JWT, CENSOR).replace(SECRET_PARAMETER, `$1${CENSOR}`));
}

/** Redacts keys and values at any depth, and replaces the values of known secret keys. */
export function redactObject(value: JsonObject, secrets: readonly string[]): JsonObject {
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      redactText(key, secrets),
      SECRET_KEYS.has(key.toLowerCase()) ? CENSOR : redactValue(item, secrets),
    ]),
  );
}

function redactValue(value: Json, secrets: readonly string[]): Json {
  if (typeof value === 'string') return redactText(value, secrets);
  if (typeof value === 'number') {
    const text = String(value);
    const redacted = redactText(text, secrets);
    return redacted === text ? value : redacted;
  }
  if (value === null || typeof value === 'boolean') return value;
  if (Array.isArray(value)) return value.map((item) => redactValue(item, secrets));
  return redactObject(value, secrets);
}
