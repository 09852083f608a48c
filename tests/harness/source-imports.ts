/** What the product's source files import from each other, for the tests of its structure. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** The folders of the product's source files. */
export const folders = ['api', 'workflows', 'activities', 'prisma', 'temporal', 'tests', 'web'] as const;
export type Folder = (typeof folders)[number];
export type Import = { from: string; to: string; typeOnly: boolean };

const skipped = new Set(['generated', 'dist', 'node_modules', 'histories', 'output']);

/** Returns the source files below a directory, without generated ones. */
export function sourceFiles(directory: string): string[] {
  return readdirSync(directory).flatMap((name) => {
    const place = path.join(directory, name);
    if (statSync(place).isDirectory()) return skipped.has(name) ? [] : sourceFiles(place);
    return /\.(ts|tsx|mjs)$/.test(name) ? [place] : [];
  });
}

const aliases: Record<string, string> = {
  '#contracts': 'api/contracts',
  '#services': 'activities/services',
  ...Object.fromEntries(folders.map((folder) => [`#${folder}`, folder])),
};

function target(file: string, specifier: string): string {
  if (specifier.startsWith('.')) return path.normalize(path.join(path.dirname(file), specifier));
  const [alias = '', ...rest] = specifier.split('/');
  const folder = aliases[alias];
  return folder ? path.join(folder, ...rest) : specifier;
}

export function importsOf(file: string): Import[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(/^(import|export)\s+(type\s+)?[^;]*?from\s+'([^']+)'/gms)].map(
    ([, , type, specifier = '']) => ({
      from: file,
      to: target(file, specifier),
      typeOnly: type !== undefined,
    }),
  );
}

/** Every import and export of the product that names its source. */
export const imports = folders.flatMap((folder) => sourceFiles(folder)).flatMap(importsOf);
/** Whether a file or folder is the folder itself or lies below it. */
export const within = (place: string, folder: string): boolean =>
  place === folder || place.startsWith(`${folder}/`);
export const describeImport = ({ from, to }: Import): string => `${from} → ${to}`;
/** Imports that exist when the program runs. */
export const valueImports = imports.filter(({ typeOnly }) => !typeOnly);

/** Returns the groups of modules that import each other in a circle (Tarjan's strongly connected components). */
export function circlesOf(edges: readonly Pick<Import, 'from' | 'to'>[]): string[][] {
  const targets = new Map<string, string[]>();
  for (const { from, to } of edges) targets.set(from, [...(targets.get(from) ?? []), to]);
  const indexOf = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
  const visit = (module: string): number => {
    const index = indexOf.size;
    indexOf.set(module, index);
    open.push(module);
    let lowest = index;
    for (const to of targets.get(module) ?? []) {
      if (!indexOf.has(to)) lowest = Math.min(lowest, visit(to));
      else if (open.includes(to)) lowest = Math.min(lowest, indexOf.get(to) ?? index);
    }
    if (lowest !== index) return lowest;
    const component = open.splice(open.indexOf(module));
    if (component.length > 1 || targets.get(module)?.includes(module)) circles.push(component.toSorted());
    return lowest;
  };
  for (const module of targets.keys()) if (!indexOf.has(module)) visit(module);
  return circles;
}
