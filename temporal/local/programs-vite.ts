/**
 * Builds our processes into the folder given as the argument. It is a separate process, because Vite sets NODE_ENV for
 * the one it runs in.
 */
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';

/** Modules find the files beside them by their own address, which must therefore remain that of the source. */
const sourceAddresses: Plugin = {
  name: 'chalan-source-addresses',
  transform: (code, id) =>
    code.includes('import.meta.url')
      ? { code: code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)), map: null }
      : null,
};

const [, , outDir = ''] = process.argv;
await build({
  configFile: false,
  logLevel: 'error',
  plugins: [sourceAddresses],
  build: {
    ssr: true,
    outDir,
    target: 'node20',
    sourcemap: true,
    rolldownOptions: {
      input: {
        api: 'api/server.ts',
        worker: 'temporal/worker.ts',
        sandbox: 'tests/sandbox/server.ts',
        store: 'tests/sandbox/s3/process.ts',
        proxy: 'temporal/local/proxy.ts',
      },
      output: { entryFileNames: '[name].js' },
    },
  },
});
