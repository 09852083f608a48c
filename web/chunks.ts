/**
 * Groups the client's modules into few chunks. Left alone, the bundler makes one file for each combination of pages
 * that share a module, and a first view then takes fifty requests. Modules that only one page uses stay with that page.
 */

import type { Rolldown } from 'vite';

type Chunks = Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>;
type Context = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null };

/** What visitors' pages share: light parts only, because every first view loads them. */
const light = [
  /web\/ui\/(key-figures|outcome-tag|status-tag|job-state-tag|progress-bar|states|text-field|text-area)\.tsx/,
  /web\/ui\/(select-field|search-field|search-form|notice|panel|service-icon|step|route-link|pager|page-size-select)\.tsx/,
  /web\/ui\/(choice-filter|said)\.tsx/,
  /web\/lib\/(money|numbers|dates|tab-code|use-[a-z-]+|plural|csv|sizes|periods|page-numbers)\.tsx?/,
  /web\/features\/site\//,
  /contracts\/site\/(pages-heads|blog-rules|contact-rules)/,
  /tanstack.*(useMutation|mutationObserver)/,
  /chakra-ui.*(table\/table|visually-hidden|image\/image)\.js/,
];
const icons = /lucide-react/;
const isLight = (id: string): boolean => icons.test(id) || light.some((pattern) => pattern.test(id));

/** Validating with schemas takes a library that most first views do not need. */
const schemaLibrary = /node_modules\/zod\//;

const known = new Map<string, boolean>();

function needsSchemas(id: string, context: Context): boolean {
  const before = known.get(id);
  if (before !== undefined) return before;
  // Also ends a circle of imports.
  known.set(id, false);
  const imported = context.getModuleInfo(id)?.importedIds ?? [];
  const needs = schemaLibrary.test(id) || imported.some((each) => needsSchemas(each, context));
  known.set(id, needs);
  return needs;
}

export const chunks: Chunks = {
  groups: [
    { name: 'app', tags: ['$initial'], priority: 6 },
    {
      name: 'services',
      test: /virtual:services|web\/lib\/services|services\/contract\.ts|jobs\/catalogue\/(queries|words)/,
      priority: 4,
    },
    { name: 'ui', test: isLight, minShareCount: 2, priority: 3 },
    {
      name: (id: string, context: Context) => (needsSchemas(id, context) ? null : 'work'),
      minShareCount: 2,
      priority: 2,
    },
    { name: 'schemas', minShareCount: 2, priority: 1 },
  ],
};
