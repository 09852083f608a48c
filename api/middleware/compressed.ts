/** Compresses pages and JSON answers. Files of the client are compressed when they are built, and downloads are not. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { createMiddleware } from 'hono/factory';
import { accepts } from 'hono/accepts';

const compressible = /^(text\/html|application\/json)\b/;
/** Smaller answers fit into one packet as they are. */
const BYTES_MIN = 1_024;
/** Quality 6 takes a few milliseconds for a page; the highest one takes twenty times as long. */
const BROTLI = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
};

/** In order of preference. */
const encoders = new Map<string, (body: Buffer) => Promise<Buffer>>([
  ['br', (body) => promisify<Buffer, object, Buffer>(brotliCompress)(body, BROTLI)],
  ['gzip', promisify<Buffer, Buffer>(gzip)],
]);
const encodings = [...encoders.keys()];

export const compressed = createMiddleware(async (c, next) => {
  await next();
  const { headers } = c.res;
  const isDownload = headers.has('Content-Disposition');
  if (isDownload || headers.has('Content-Encoding') || !c.res.body) return;
  if (!compressible.test(headers.get('Content-Type') ?? '')) return;
  const encoding = accepts(c, {
    header: 'Accept-Encoding',
    supports: encodings,
    default: '',
    match: (accepted) =>
      encodings.find((each) => accepted.some(({ type, q }) => type.toLowerCase() === each && q > 0)) ?? '',
  });
  const encode = encoders.get(encoding);
  if (encode) {
    const body = Buffer.from(await c.res.arrayBuffer());
    const isSmall = body.length < BYTES_MIN;
    c.res = new Response(isSmall ? body : await encode(body), c.res);
    if (!isSmall) {
      c.res.headers.delete('Content-Length');
      c.res.headers.set('Content-Encoding', encoding);
    }
  }
  // Set last, on the answer that is sent: a new answer need not take over a header that was changed on the old one.
  c.res.headers.append('Vary', 'Accept-Encoding');
});
