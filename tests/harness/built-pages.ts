/** A built client whose code for the server is given as text, so that a test decides how it loads and what it renders. */
import { copyFileSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** What the code says that renders each page. */
export const renderedHtml = '<p>Rendered by the server</p>';

/** Renders every page once `loading`, the statements before, has been evaluated. */
const serverCode = (loading: string): string => `
  import { existsSync, writeFileSync } from 'node:fs';
  import { setTimeout as delay } from 'node:timers/promises';
  ${loading}
  export const renderPage = async () => ({ html: '${renderedHtml}', atMs: 0, state: '{}' });
  export const renderOwnPage = async () => null;
  export const partsOf = () => [];
`;

/** Returns a new directory with the client in `web/dist` and its code for the server beside it. */
export function builtPages(loading: string): { directory: string; client: string } {
  const directory = mkdtempSync(path.join(tmpdir(), 'chalan-pages-'));
  const client = path.join(directory, 'web', 'dist');
  const server = path.join(directory, 'web', 'dist-server');
  for (const folder of [client, server]) mkdirSync(folder, { recursive: true });
  copyFileSync('web/index.html', path.join(client, 'index.html'));
  writeFileSync(path.join(server, 'package.json'), '{ "type": "module" }');
  writeFileSync(path.join(server, 'server.js'), serverCode(loading));
  return { directory, client };
}
