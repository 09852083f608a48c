/**
 * Groups the client's modules into few chunks. Without this, the bundler makes one file for each combination of pages
 * that share a module, and a first view needs fifty requests. Modules that only one page uses stay with that page.
 */

import { fileURLToPath } from 'node:url';
import type { Rolldown } from 'vite';

type Chunks = Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>;
type Module = { importedIds: readonly string[]; code: string | null };
type Context = { getModuleInfo: (id: string) => Module | null };
type Test = (id: string, context: Context) => boolean;

const fileOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** Modules that visitors' pages share. Only light parts belong here, because every first view loads them. */
const light = [
  /web\/ui\/(key-figures|outcome-tag|status-tag|job-state-tag|progress-bar|states|text-field|text-area)\.tsx/,
  /web\/ui\/(select-field|search-field|search-form|notice|panel|service-icon|route-link|pager|past-the-end|said|scripting)\.tsx/,
  /web\/app\/(connection-notice|early-input|language-button|color-mode-button|logo|page-main|scroll-place|system-banner|whole-bar)\.tsx/,
  /web\/features\/payments\/cart\/(cart-button|use-cart-purchase)\.tsx?/,
  /web\/lib\/(money|numbers|dates|use-(?!wide|page-head)[a-z-]+|plural|csv|sizes|periods|page-numbers)\.tsx?/,
  /web\/features\/site\/(?!blog)/,
  /contracts\/site\/contact-rules/,
  /tanstack.*(useMutation|mutationObserver)/,
  /chakra-ui.*(table\/table|visually-hidden|image\/image)\.js/,
];
const services =
  /virtual:services|web\/lib\/(services|search-words)|services\/contract\.ts|jobs\/catalogue\/(queries|unavailable-words)/;
/** Modules of the two pages that show posts. */
const blog = /web\/features\/site\/blog\/|contracts\/site\/blog-rules/;
/** Modules of pages that search engines may find. */
const heads = /web\/lib\/use-page-head|contracts\/site\/pages-heads/;
const icon = /lucide-react\/.*\/icons\/([a-z0-9-]+)\.mjs/;
/** The part of the query library that lists with a "load more" need. */
const growingLists = /tanstack.*infiniteQuery/i;
/** What lists need of which only the visible rows are in the document. No first view shows one. */
const longLists = /tanstack.*virtual|web\/lib\/use-kept-focus/;
/** Parts of libraries that only the dashboard needs in its first view. */
const dashboardControls = /(zag-js|ark-ui|chakra-ui).*\/(combobox|collection|checkbox|checkmark)/;
const administration = /web\/features\/admin\//;
const accounts = /web\/features\/(accounts|integrations)\//;
/** Validating with schemas takes a library that most first views do not need. */
const schemaLibrary = /node_modules\/zod\//;

const visitors = [
  'app/site-frame.tsx',
  'features/site/home/home-page.tsx',
  'features/jobs/catalogue/services-page.tsx',
  'features/site/blog/blog-page.tsx',
  'features/site/blog/post-page.tsx',
  'features/site/contact/contact-page.tsx',
  'features/site/privacy/privacy-page.tsx',
];
/** The sign-up page. It shares parts with the sign-in dialogs and pages, and is for visitors like the pages above. */
const signUp = ['features/accounts/auth/sign-up-page.tsx'];
/** Modules that several pages behind the sign-in show first. What only one of them needs must not burden the others. */
const behindSignIn = [
  'app/shell/shell.tsx',
  'features/jobs/queries.ts',
  'features/jobs/words.ts',
  'features/jobs/challenge-form.tsx',
  'features/jobs/job-feed.ts',
  'features/jobs/list-keys.ts',
  'features/jobs/practice/words.ts',
  'lib/bank-name.ts',
  'lib/tab-code.ts',
  'ui/cancel-job.tsx',
  'ui/choice-filter.tsx',
  'ui/copy-text.ts',
  'ui/fields-form.tsx',
  'ui/file-name.tsx',
  'ui/filter-select.tsx',
  'ui/folded-filters.tsx',
  'ui/job-progress-view.tsx',
  'ui/list-row.tsx',
  'ui/modal.tsx',
  'ui/page-size-select.tsx',
  'ui/page-tabs.tsx',
  'ui/portal-state-tag.tsx',
  'ui/practice-tag.tsx',
  'ui/record-list.tsx',
  'ui/switch.tsx',
  'ui/toast-store.ts',
  '../api/contracts/admin-messages.ts',
  '../api/contracts/jobs/admin-job-rules.ts',
  '../api/contracts/jobs/job-list-rules.ts',
  '../api/contracts/jobs/job-states.ts',
  '../api/contracts/jobs/row-outcomes.ts',
  '../api/contracts/portals/bank-places.ts',
  '../api/contracts/portals/practice-portals.ts',
];
const dashboard = ['features/jobs/dashboard/dashboard-page.tsx', 'features/jobs/start/start-panel.tsx'];
const job = ['features/jobs/job-page.tsx'];
const customersJobs = ['features/admin/admin-page.tsx', 'features/admin/jobs/jobs-tab.tsx'];

/**
 * Returns a test whether the roots need a module, directly or through others. Libraries are not followed, because one
 * of their modules names all their parts; a chunk takes those that its modules use.
 */
function neededBy(roots: readonly string[]): Test {
  let needed: Set<string> | undefined;
  return (id, context) => {
    // Imports are complete when the first chunk is named.
    needed ??= ownImportsOf(roots, context);
    return needed.has(id);
  };
}

function ownImportsOf(roots: readonly string[], context: Context): Set<string> {
  const found = new Set(roots.map(fileOf));
  for (const each of found)
    for (const imported of context.getModuleInfo(each)?.importedIds ?? [])
      if (!imported.includes('/node_modules/')) found.add(imported);
  return found;
}

/** Returns a test whether a module is an icon that the roots use. A page's code imports all icons from one module. */
function iconOf(roots: readonly string[]): Test {
  let used: Set<string> | undefined;
  return (id, context) => {
    const [, name] = icon.exec(id) ?? [];
    if (name === undefined) return false;
    used ??= iconsIn([...ownImportsOf(roots, context)], context);
    return used.has(name);
  };
}

const iconImports = /import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g;

function iconsIn(files: readonly string[], context: Context): Set<string> {
  const code = files.map((file) => context.getModuleInfo(file)?.code ?? '').join('\n');
  const lists = [...code.matchAll(iconImports)].flatMap(([, list = '']) => list.split(','));
  return new Set(lists.map((name) => iconFile(name.trim().split(' ')[0] ?? '')));
}

/** `FileUp` is in `file-up.mjs`. */
const iconFile = (name: string): string =>
  name.replaceAll(/(?<!^)([A-Z]|\d+)/g, (start) => `-${start}`).toLowerCase();

const isVisitorsIcon = iconOf(visitors);
const isForSignUp = neededBy(signUp);
const isSignUpIcon = iconOf(signUp);
const isBehindSignIn = neededBy(behindSignIn);
const isForDashboard = neededBy(dashboard);
const isForJob = neededBy(job);
const isForCustomersJobs = neededBy(customersJobs);

const known = new Map<string, boolean>();

function needsSchemas(id: string, context: Context): boolean {
  const before = known.get(id);
  if (before !== undefined) return before;
  // Also stops at circular imports.
  known.set(id, false);
  const imported = context.getModuleInfo(id)?.importedIds ?? [];
  const needs = schemaLibrary.test(id) || imported.some((each) => needsSchemas(each, context));
  known.set(id, needs);
  return needs;
}

/**
 * The chunks of shared modules. A module belongs to the first chunk whose test it passes; a chunk also takes what its
 * modules import, unless an earlier one has it. Therefore chunks that more pages load come first.
 */
const shared: [name: string, has: Test][] = [
  ['ui', (id, context) => light.some((part) => part.test(id)) || isVisitorsIcon(id, context)],
  ['blog', (id) => blog.test(id)],
  ['heads', (id) => heads.test(id)],
  ['auth', (id, context) => isForSignUp(id, context) || isSignUpIcon(id, context)],
  ['work', (id, context) => icon.test(id) || growingLists.test(id) || isBehindSignIn(id, context)],
  ['start', (id, context) => dashboardControls.test(id) || isForDashboard(id, context)],
  ['rows', (id, context) => isForJob(id, context)],
  ['long-lists', (id) => longLists.test(id)],
  ['further', (id, context) => !administration.test(id) && !accounts.test(id) && !needsSchemas(id, context)],
  ['accounts', (id, context) => accounts.test(id) && !needsSchemas(id, context)],
  // Must come before the administration, whose forms would otherwise take it into a chunk that customers do not need.
  ['validation', (id) => schemaLibrary.test(id)],
  ['customers-jobs', (id, context) => administration.test(id) && isForCustomersJobs(id, context)],
  ['administration', (id) => administration.test(id)],
  ['schemas', () => true],
];

export const chunks: Chunks = {
  groups: [
    { name: 'app', tags: ['$initial'], priority: shared.length + 1 },
    { name: 'services', test: services, priority: shared.length },
    ...shared.map(([name, has], index) => ({
      name: (id: string, context: Context) => (has(id, context) ? name : null),
      debugName: name,
      minShareCount: 2,
      priority: shared.length - 1 - index,
    })),
  ],
};
