/** The family `web`: how much JavaScript a browser fetches for the first view of a page, against the product's budgets. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Family } from './family.ts';
import { report } from './measure.ts';

const KIB = 1024;
/** First views: the page's own chunk, and what it loads by itself right away. */
const views = [
  { name: 'home', chunks: ['home-page'], budgetKib: 130 },
  { name: 'services', chunks: ['services-page'], budgetKib: 130 },
  { name: 'blog', chunks: ['blog-page'], budgetKib: 130 },
  { name: 'contact', chunks: ['contact-page'], budgetKib: 130 },
  { name: 'dashboard', chunks: ['dashboard-page', 'start-panel', 'signed-in-menus'], budgetKib: 220 },
] as const;

export const web: Family = {
  weight: { against: 'the budgets of the product', measure: benchWebWeight },
};

async function benchWebWeight(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'chalan-bench-web-'));
  try {
    const build = spawnSync(
      process.execPath,
      [
        'node_modules/vite/bin/vite.js',
        'build',
        '--config',
        'web/vite.config.ts',
        '--outDir',
        folder,
        '--logLevel',
        'error',
      ],
      { stdio: 'inherit' },
    );
    if (build.status !== 0) throw new Error('The client could not be built.');
    for (const { name, chunks, budgetKib } of views) {
      const kib = weightKib(folder, chunks);
      report(`JavaScript of the first view, KB gzip: ${name} (wanted: at most ${budgetKib})`, {
        chalan: kib,
        budget: budgetKib,
        ratio: kib / budgetKib,
      });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The weight of all files that the entry and these chunks import, each counted once. */
function weightKib(folder: string, chunks: readonly string[]): number {
  const assets = path.join(folder, 'assets');
  const names = readdirSync(assets).filter((name) => name.endsWith('.js'));
  const html = readFileSync(path.join(folder, 'index.html'), 'utf8');
  const first = [...html.matchAll(/(?:src|href)="\/assets\/([^"]+\.js)"/g)].map(([, name = '']) => name);
  const pages = chunks.map((chunk) => {
    const found = names.find((name) => name.startsWith(`${chunk}-`));
    if (!found) throw new Error(`The build has no chunk "${chunk}".`);
    return found;
  });
  const wanted = [...first, ...pages];
  const seen = new Set<string>();
  for (let name = wanted.pop(); name !== undefined; name = wanted.pop()) {
    if (seen.has(name)) continue;
    seen.add(name);
    const text = readFileSync(path.join(assets, name), 'utf8');
    for (const [, imported = ''] of text.matchAll(/(?:from|import)"\.\/([^"]+\.js)"/g)) wanted.push(imported);
  }
  const bytes = [...seen].reduce(
    (sum, name) => sum + gzipSync(readFileSync(path.join(assets, name))).length,
    0,
  );
  return bytes / KIB;
}
