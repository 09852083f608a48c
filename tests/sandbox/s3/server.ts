/**
 * A bucket that speaks S3's protocol over HTTP, as a new one of Amazon behaves: it verifies each request's signature,
 * its checksum and its length, has ACLs disabled, lists in pages, and fails on demand. Objects are kept in memory, and
 * in a directory if one is given.
 */
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { refusalOfBody, readBody } from './body.ts';
import { openObjects, type Objects, type Stored } from './objects.ts';
import { isSignedBy, type Keys } from './signature.ts';
import { deletedXml, errorXml, keysIn, listXml } from './xml.ts';

/**
 * `slow-down`: 503 before anything happens. `lost`: the connection is closed after the request took effect. `silent`: no
 * answer after it took effect. `cut`: the connection is closed in the middle of an object. `kept`: an object of a
 * deletion of many is not deleted, which only the answer says. `full`: 507, nothing is stored.
 */
export type Fault = 'slow-down' | 'lost' | 'silent' | 'cut' | 'kept' | 'full';
type Rule = { fault: Fault; method: string; times: number };

export type Bucket = {
  endpoint: string;
  keys: () => string[];
  get: (key: string) => Stored | undefined;
  /** Requests as they came: `PUT jobs/1`. */
  requests: string[];
  /** Lets the next requests of a method fail; with 0, ends its faults. */
  fail: (method: string, fault: Fault, times?: number) => void;
  /** Ends all faults and forgets requests and objects. */
  reset: () => void;
  close: () => Promise<void>;
};

export const bucketName = 'chalan-test';
/** A page of a listing; smaller than Amazon's 1,000, so that a test needs few objects for several pages. */
const KEYS_PER_PAGE = 3;

type Answer = { status: number; headers?: Record<string, string>; body?: Buffer | string };
type Call = { method: string; key: string; query: URLSearchParams; headers: IncomingMessage['headers'] };

/** `at` is a port or a listening socket; without it, a free port is taken. */
export async function startBucket(
  keys: Keys,
  { directory, at = 0 }: { directory?: string; at?: number | Server } = {},
): Promise<Bucket> {
  const objects = openObjects(directory);
  const requests: string[] = [];
  let rules: Rule[] = [];
  const faultOf = (method: string): Fault | null => {
    const rule = rules.find((each) => each.method === method && each.times > 0);
    if (!rule) return null;
    rule.times -= 1;
    return rule.fault;
  };
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => response.destroy(error as Error));
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://bucket');
    const key = decodeURIComponent(url.pathname.slice(`/${bucketName}/`.length));
    const { method = 'GET', headers } = request;
    const call = { method, key, query: url.searchParams, headers };
    requests.push(`${method} ${key || url.search}`);
    const refusal = refusalOf(request, keys);
    const fault = refusal ? null : faultOf(method);
    if (refusal ?? fault === 'slow-down') {
      request.resume();
      return answer(call, response, refusal ?? error(503, 'SlowDown', 'Please reduce your request rate.'));
    }
    if (fault === 'full') {
      request.resume();
      return answer(call, response, error(507, 'StorageFull', 'There is no space left.'));
    }
    const body = await readBody(request);
    const wrong = refusalOfBody(headers, body);
    if (wrong) return answer(call, response, error(400, wrong, 'The body is not what its headers say.'));
    const done = carryOut(objects, call, body.bytes, fault);
    if (fault === 'lost') response.destroy();
    else if (fault === 'cut') cut(response, done);
    else if (fault !== 'silent') answer(call, response, done);
  }

  await new Promise<void>((resolve) => {
    if (typeof at === 'number') server.listen(at, '127.0.0.1', resolve);
    else server.listen(at, resolve);
  });
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    keys: () => [...objects.keys()].toSorted(),
    get: (key) => objects.get(key),
    requests,
    fail: (method, fault, times = 1) => {
      if (times === 0) rules = rules.filter((rule) => rule.method !== method);
      else rules.push({ method, fault, times });
    },
    reset: () => {
      rules = [];
      requests.length = 0;
      objects.clear();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** What S3 refuses before it reads the body. */
function refusalOf(request: IncomingMessage, keys: Keys): Answer | null {
  const { method, headers, url = '' } = request;
  if (!url.startsWith(`/${bucketName}`)) return error(404, 'NoSuchBucket', 'The bucket does not exist.');
  if (!isSignedBy(request, keys)) {
    return error(403, 'SignatureDoesNotMatch', 'The signature does not match the one we calculated.');
  }
  const acl = headers['x-amz-acl'];
  if (acl !== undefined && acl !== 'bucket-owner-full-control') {
    return error(400, 'AccessControlListNotSupported', 'The bucket does not allow ACLs');
  }
  const length = headers['x-amz-decoded-content-length'] ?? headers['content-length'];
  if (method === 'PUT' && length === undefined) {
    return error(411, 'MissingContentLength', 'You must provide the Content-Length HTTP header.');
  }
  return null;
}

function carryOut(objects: Objects, call: Call, body: Buffer, fault: Fault | null): Answer {
  const { method, key, query, headers } = call;
  if (method === 'POST' && query.has('delete')) {
    const asked = keysIn(body.toString());
    const kept = fault === 'kept' ? asked.slice(0, 1) : [];
    for (const each of asked) if (!kept.includes(each)) objects.delete(each);
    return xml(200, deletedXml(kept));
  }
  if (method === 'GET' && query.get('list-type') === '2') {
    const found = [...objects.keys()].filter((each) => each.startsWith(query.get('prefix') ?? '')).toSorted();
    const after = query.get('continuation-token') ?? '';
    const left = found.filter((each) => each > after);
    return xml(200, listXml(left.slice(0, KEYS_PER_PAGE), left.length > KEYS_PER_PAGE));
  }
  if (method === 'PUT') {
    objects.set(key, { bytes: body, contentType: headers['content-type'] ?? 'binary/octet-stream' });
    return { status: 200, headers: { etag: etagOf(body) } };
  }
  if (method === 'DELETE') {
    objects.delete(key);
    return { status: 204 };
  }
  const found = objects.get(key);
  if (!found) return error(404, 'NoSuchKey', 'The specified key does not exist.');
  return { status: 200, ...partOf(found, headers.range) };
}

function partOf(
  { bytes, contentType }: Stored,
  range: string | undefined,
): Omit<Answer, 'status'> & { status?: number } {
  const headers = { 'content-type': contentType, etag: etagOf(bytes), 'accept-ranges': 'bytes' };
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? [];
  if (from === undefined) return { headers, body: bytes };
  const last = to ? Number(to) : bytes.length - 1;
  const content = `bytes ${from}-${last}/${bytes.length}`;
  return {
    status: 206,
    headers: { ...headers, 'content-range': content },
    body: bytes.subarray(Number(from), last + 1),
  };
}

const etagOf = (bytes: Buffer): string => `"${createHash('md5').update(bytes).digest('hex')}"`;
const xml = (status: number, body: string): Answer => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body,
});
const error = (status: number, code: string, message: string): Answer => xml(status, errorXml(code, message));

function answer({ method }: Call, response: ServerResponse, { status, headers, body = '' }: Answer): void {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
  response.end(method === 'HEAD' ? '' : body);
}

/** Sends the head and half of the body. */
function cut(response: ServerResponse, { status, headers, body = '' }: Answer): void {
  const bytes = Buffer.from(body);
  response.writeHead(status, { ...headers, 'content-length': bytes.length });
  response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
}
