/**
 * Renders visitors' and customers' pages with the client's own code, which its build leaves beside the client in
 * `dist-server`.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { OwnPageRenderer, PageRenderer } from '#contracts/site/rendered-pages.ts';
import type { Logger } from './logger.ts';

/** The folder of the client that the processes serve. */
export const builtClientFolder = 'web/dist';

type Bundle = {
  renderPage: PageRenderer;
  renderOwnPage: OwnPageRenderer;
  partsOf: (url: URL) => string[];
};

/** The files of each part of the client that is loaded by itself. */
type PageFiles = Record<string, string[]>;

type Renderer = Omit<Bundle, 'partsOf'> & {
  /** Loads the newest build, if it is not loaded yet. Loading takes a second or more where processors are busy. */
  load: () => Promise<void>;
  /** The addresses of the scripts that the page's first view needs besides those that every page begins with. */
  scriptsOf: (url: URL) => Promise<string[]>;
};

type Build = { mtimeMs: number; bundle: Promise<Bundle | null>; files: PageFiles };

/**
 * `clientFolder` is the folder of the built client. Without a build for the server, or with one that cannot be loaded,
 * nothing is rendered or read.
 */
export function createPageRenderer(clientFolder: string, logger: Logger): Renderer {
  const file = path.resolve(path.dirname(clientFolder), 'dist-server', 'server.js');
  let loaded: Build | null = null;
  const bundleOf = async (mtimeMs: number): Promise<Bundle | null> => {
    try {
      return (await import(`${pathToFileURL(file).href}?${mtimeMs}`)) as Bundle;
    } catch (error) {
      logger.error({ err: error }, 'the code that renders pages cannot be loaded');
      return null;
    }
  };
  // A build may replace the file while the server runs; its HTML must be that of the client's newest code.
  const current = () => {
    if (!existsSync(file)) return null;
    const { mtimeMs } = statSync(file);
    if (loaded?.mtimeMs !== mtimeMs)
      loaded = { mtimeMs, bundle: bundleOf(mtimeMs), files: filesIn(clientFolder) };
    return loaded;
  };
  return {
    load: async () => {
      await current()?.bundle;
    },
    scriptsOf: async (url) => {
      const build = current();
      const parts = (await build?.bundle)?.partsOf(url) ?? [];
      return [...new Set(parts.flatMap((part) => build?.files[part] ?? []))];
    },
    renderPage: async (request) => (await current()?.bundle)?.renderPage(request) ?? null,
    renderOwnPage: async (request) => (await current()?.bundle)?.renderOwnPage(request) ?? null,
  };
}

function filesIn(clientFolder: string): PageFiles {
  const list = path.join(clientFolder, 'page-files.json');
  return existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as PageFiles) : {};
}
