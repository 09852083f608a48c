/** Writes every text file of a build compressed as well, so that the server sends it without compressing it again. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const text = /\.(js|css|svg|json|txt)$/;
/** Below this size a compressed file saves nothing. */
const BYTES_MIN = 512;
const GZIP_LEVEL = 9;

const asBrotli = promisify<Buffer, object, Buffer>(brotliCompress);
const asGzip = promisify<Buffer, object, Buffer>(gzip);

export function compressPlugin(): Plugin {
  return {
    name: 'chalan-compress',
    apply: 'build',
    async generateBundle(_options, bundle) {
      for (const [fileName, file] of Object.entries(bundle)) {
        if (!text.test(fileName)) continue;
        const content = Buffer.from(file.type === 'chunk' ? file.code : file.source);
        if (content.length < BYTES_MIN) continue;
        const size = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
        this.emitFile({
          type: 'asset',
          fileName: `${fileName}.br`,
          source: await asBrotli(content, { params: size }),
        });
        this.emitFile({
          type: 'asset',
          fileName: `${fileName}.gz`,
          source: await asGzip(content, { level: GZIP_LEVEL }),
        });
      }
    },
  };
}
