/** Verifies AWS Signature Version 4 in the Authorization header, as Amazon's documentation describes it. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export type Keys = { accessKeyId: string; secretAccessKey: string; region: string };

const form =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;
/** Headers that must be part of what is signed. */
const required = ['host', 'x-amz-content-sha256', 'x-amz-date'];
/** Amazon refuses requests whose time differs more. */
const CLOCK_SKEW_MS_MAX = 15 * 60_000;

export function isSignedBy(request: IncomingMessage, keys: Keys): boolean {
  const [, accessKeyId, day, region, signedHeaders = '', signature = ''] =
    form.exec(request.headers.authorization ?? '') ?? [];
  const names = signedHeaders.split(';');
  const time = String(request.headers['x-amz-date']);
  if (accessKeyId !== keys.accessKeyId || region !== keys.region || day === undefined) return false;
  if (required.some((name) => !names.includes(name)) || !isNow(time) || !time.startsWith(day)) return false;
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonicalRequest(request, names))].join('\n');
  const key = [day, region, 's3', 'aws4_request'].reduce<Buffer | string>(
    hmac,
    `AWS4${keys.secretAccessKey}`,
  );
  return timingSafeEqual(hmac(key, toSign), Buffer.from(signature, 'hex'));
}

function canonicalRequest({ method = '', url = '', headers }: IncomingMessage, names: string[]): string {
  const [path = '', query = ''] = url.split('?');
  const pairs = query
    .split('&')
    .filter(Boolean)
    .map((pair) => (pair.includes('=') ? pair : `${pair}=`));
  const lines = names.map(
    (name) =>
      `${name}:${String(headers[name] ?? '')
        .trim()
        .replaceAll(/ +/g, ' ')}\n`,
  );
  const content = String(headers['x-amz-content-sha256']);
  return [method, path, pairs.toSorted().join('&'), lines.join(''), names.join(';'), content].join('\n');
}

const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

function isNow(time: string): boolean {
  const iso = time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z');
  return Math.abs(Date.parse(iso) - Date.now()) < CLOCK_SKEW_MS_MAX;
}
