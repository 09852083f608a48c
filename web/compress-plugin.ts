/** Writes every text file of a build compressed as well, so that the server sends it without compressing it again. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const text = /\.(js|css|svg|json|txt)$/;
/** Below this size a compressed file saves nothing. */
const BYTES_MIN = 512;
const GZIP_LEVEL = 9;

const asBrotli = promisify<Buffer, object, Buffer>(brotliCompress);
const asGzip = promisify<Buffer, object, Buffer>(gzip);

async function compressFile(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < BYTES_MIN) return;
  const size = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  await writeFile(`${file}.br`, await asBrotli(content, { params: size }));
  await writeFile(`${file}.gz`, await asGzip(content, { level: GZIP_LEVEL }));
}

export function compressPlugin(): Plugin {
  return {
    name: 'chalan-compress',
    apply: 'build',
    // Once the files are written: other plugins change their contents until then.
    async writeBundle({ dir = '' }) {
      const files = (await readdir(dir, { recursive: true })).filter((name) => text.test(name));
      await Promise.all(files.map((name) => compressFile(path.join(dir, name))));
    },
  };
}
