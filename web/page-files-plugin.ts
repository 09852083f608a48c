/** Lists the files of every separately loaded part of the client, so that the server's HTML can request them early. */
import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';

/** Read by the server. Parts have the names of their modules, such as `dashboard-page`. */
const LIST = 'page-files.json';

/** Returns the chunk and all chunks that it imports, directly or through others. */
function withImports(bundle: Rolldown.OutputBundle, file: string, found = new Set<string>()): Set<string> {
  const chunk = bundle[file];
  if (chunk?.type !== 'chunk' || found.has(file)) return found;
  found.add(file);
  for (const each of chunk.imports) withImports(bundle, each, found);
  return found;
}

export function pageFilesPlugin(): Plugin {
  return {
    name: 'chalan-page-files',
    apply: 'build',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((each) => each.type === 'chunk');
      // The client's first chunks are in its HTML already.
      const first = new Set(
        chunks.filter(({ isEntry }) => isEntry).flatMap(({ fileName }) => [...withImports(bundle, fileName)]),
      );
      const parts = chunks
        .filter(({ isDynamicEntry }) => isDynamicEntry)
        .map(({ fileName, facadeModuleId }) => [
          path.basename(facadeModuleId ?? fileName).replace(/\.[a-z]+$/, ''),
          [...withImports(bundle, fileName)].filter((each) => !first.has(each)).map((each) => `/${each}`),
        ]);
      const source = JSON.stringify(Object.fromEntries(parts));
      this.emitFile({ type: 'asset', fileName: LIST, source });
    },
  };
}
