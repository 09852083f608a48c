/**
 * Groups the client's modules into few chunks. Left alone, the bundler makes one file for each combination of pages
 * that share a module, and a first view then takes fifty requests. Modules that only one page uses stay with that page.
 */

import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';

type Chunks = Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>;
type Context = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null };

/** What visitors' pages share: light parts only, because every first view loads them. */
const light = [
  /web\/ui\/(key-figures|outcome-tag|status-tag|job-state-tag|progress-bar|states|text-field|text-area)\.tsx/,
  /web\/ui\/(select-field|search-field|search-form|notice|panel|service-icon|step|route-link|pager|page-size-select)\.tsx/,
  /web\/ui\/(choice-filter|filter-select|said|scripting)\.tsx/,
  /web\/app\/(connection-notice|early-input|language-button|color-mode-button|logo|page-main|scroll-place|system-banner)\.tsx/,
  /web\/features\/payments\/cart\/(cart-button|use-cart-purchase)\.tsx?/,
  /web\/lib\/(money|numbers|dates|tab-code|use-[a-z-]+|plural|csv|sizes|periods|page-numbers)\.tsx?/,
  /web\/features\/site\//,
  /contracts\/site\/(pages-heads|blog-rules|contact-rules)/,
  /tanstack.*(useMutation|mutationObserver)/,
  /chakra-ui.*(table\/table|visually-hidden|image\/image)\.js/,
];
const administration = /web\/features\/admin\//;
const icons = /lucide-react/;
const isLight = (id: string): boolean => icons.test(id) || light.some((pattern) => pattern.test(id));

/** Validating with schemas takes a library that most first views do not need. */
const schemaLibrary = /node_modules\/zod\//;

/** What customers see first and most often. Parts that only other pages share must not weigh on it. */
const dashboard = [
  'app/shell/shell.tsx',
  'features/jobs/dashboard/dashboard-page.tsx',
  'features/jobs/dashboard/start-panel.tsx',
  'ui/toaster.tsx',
].map((name) => fileURLToPath(new URL(name, import.meta.url)));

let neededByDashboard: Set<string> | undefined;

/** Follows the imports once, because they are complete when the first chunk is named. */
function isForDashboard(id: string, context: Context): boolean {
  if (!neededByDashboard) {
    neededByDashboard = new Set(dashboard);
    for (const each of neededByDashboard)
      for (const imported of context.getModuleInfo(each)?.importedIds ?? []) neededByDashboard.add(imported);
  }
  return neededByDashboard.has(id);
}

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
    { name: 'app', tags: ['$initial'], priority: 7 },
    {
      name: 'services',
      test: /virtual:services|web\/lib\/(services|search-words)|services\/contract\.ts|jobs\/catalogue\/(queries|words)/,
      priority: 6,
    },
    { name: 'ui', test: isLight, minShareCount: 2, priority: 5 },
    // In two groups, because a chunk takes what its modules import, and the dashboard's comes first.
    {
      name: (id: string, context: Context) => (isForDashboard(id, context) ? 'work' : null),
      debugName: 'work',
      minShareCount: 2,
      priority: 3,
    },
    {
      name: (id: string, context: Context) =>
        administration.test(id) || needsSchemas(id, context) ? null : 'further',
      debugName: 'further',
      minShareCount: 2,
      priority: 2,
    },
    // Customers need none of it.
    { name: 'administration', test: administration, minShareCount: 2, priority: 1 },
    { name: 'schemas', minShareCount: 2, priority: 0 },
  ],
};
