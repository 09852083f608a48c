/** Renders visitors' pages with the client's own code, which its build leaves beside the client in `dist-server`. */
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PageRenderer } from '#contracts/site/rendered-pages.ts';

type Bundle = { renderPage: PageRenderer };

/** `clientFolder` is the folder of the built client. Without a build for the server, no page is rendered. */
export function createPageRenderer(clientFolder: string): PageRenderer {
  const file = path.resolve(path.dirname(clientFolder), 'dist-server', 'server.js');
  let loaded: { mtimeMs: number; bundle: Promise<Bundle> } | null = null;
  // A build may replace the file while the server runs; its HTML must be that of the client's newest code.
  const current = (): Promise<Bundle> | null => {
    if (!existsSync(file)) return null;
    const { mtimeMs } = statSync(file);
    if (loaded?.mtimeMs !== mtimeMs)
      loaded = { mtimeMs, bundle: import(`${pathToFileURL(file).href}?${mtimeMs}`) as Promise<Bundle> };
    return loaded.bundle;
  };
  return async (request) => {
    const bundle = await current();
    return bundle && bundle.renderPage(request);
  };
}
