/**
 * Writes compressed versions beside the files of a build that compress well, so that the server need not compress them
 * for each request.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const compressible = /\.(js|css|svg|json|txt|wasm)$/;
/** Below this size a compressed file saves nothing. */
const BYTES_MIN = 512;
const GZIP_LEVEL = 9;
/** Above this size, the best quality takes ten times as long and saves only a tenth. */
const BEST_BYTES_MAX = 1_000_000;
const QUICK_BROTLI_QUALITY = 9;

const asBrotli = promisify<Buffer, object, Buffer>(brotliCompress);
const asGzip = promisify<Buffer, object, Buffer>(gzip);

async function compressFile(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < BYTES_MIN) return;
  const quality = content.length > BEST_BYTES_MAX ? QUICK_BROTLI_QUALITY : constants.BROTLI_MAX_QUALITY;
  const params = {
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    [constants.BROTLI_PARAM_QUALITY]: quality,
  };
  await writeFile(`${file}.br`, await asBrotli(content, { params }));
  await writeFile(`${file}.gz`, await asGzip(content, { level: GZIP_LEVEL }));
}

export function compressPlugin(): Plugin {
  return {
    name: 'chalan-compress',
    apply: 'build',
    // Runs after the files are written, because other plugins change them until then.
    async writeBundle({ dir = '' }) {
      const files = (await readdir(dir, { recursive: true })).filter((name) => compressible.test(name));
      await Promise.all(files.map((name) => compressFile(path.join(dir, name))));
    },
  };
}
