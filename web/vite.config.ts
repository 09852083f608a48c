/** Builds the client into web/dist. In development, the API's paths are proxied to the local server. */
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunks } from './chunks.ts';
import { compressPlugin } from './compress-plugin.ts';
import { pageFilesPlugin } from './page-files-plugin.ts';
import { servicesPlugin } from './services-plugin.ts';
import { themePlugin } from './theme-plugin.ts';
import { validPropsPlugin } from './valid-props-plugin.ts';

const apiUrl = process.env['API_URL'] ?? 'http://localhost:3000';

// oxlint-disable-next-line import/no-default-export -- Vite reads its configuration from the default export.
export default defineConfig(({ isSsrBuild = false }) => ({
  root: fileURLToPath(new URL('.', import.meta.url)),
  resolve: {
    alias: [{ find: /^fflate$/, replacement: fileURLToPath(new URL('lib/zip-at-once.ts', import.meta.url)) }],
  },
  plugins: [
    react(),
    servicesPlugin(),
    themePlugin(),
    validPropsPlugin(),
    ...(isSsrBuild ? [] : [pageFilesPlugin(), compressPlugin()]),
  ],
  build: {
    outDir: isSsrBuild ? 'dist-server' : 'dist',
    emptyOutDir: true,
    copyPublicDir: !isSsrBuild,
    // Inlined files are sent with every page; the few that should be are marked where they are imported.
    assetsInlineLimit: 0,
    rolldownOptions: isSsrBuild
      ? {}
      : {
          output: { codeSplitting: chunks },
          // The library's theme calls this beside the tokens that we use. Without the mark, the recipes of all its
          // components would stay in every page.
          treeshake: { manualPureFunctions: ['defineConfig'] },
        },
  },
  // Bundles everything into one file, because some packages only work in a bundler.
  ssr: { noExternal: true },
  server: { proxy: { '/api': apiUrl, '/templates': apiUrl } },
}));
