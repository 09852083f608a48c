/**
 * The README, the pages in docs/ and those about the portals' originals agree with the repository: the paths, links and
 * commands that they name exist, and so do the entries of page maps.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { portals } from '#activities/portals/catalogue.ts';
import { pageMaps } from '#activities/portals/page-maps.ts';

const README = 'README.md';
const README_WORDS_MAX = 1_100;
const docsPages = readdirSync('docs')
  .filter((name) => name.endsWith('.md'))
  .map((name) => `docs/${name}`);
const originalOf = (portal: string): string => `activities/portals/${portal}/original.md`;
const originals = portals.map(({ key }) => originalOf(key)).filter((page) => existsSync(page));
const pages = [README, ...docsPages, ...originals];

/** Folders that are not committed. */
const skipped = /^(node_modules|\.git|\.data|\.cache|web\/dist.*|prisma\/generated|tests\/e2e\/output)$/;
/** Files that the product writes when it runs. */
const writtenAtRunTime = new Set(['secrets.json']);

function placesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const place = path.join(folder, entry.name);
    if (skipped.test(place)) return [];
    return entry.isDirectory() ? [`${place}/`, ...placesIn(place)] : [place];
  });
}
const places = placesIn('.');
const topLevel = new Set(places.filter((place) => /^[^/]+\/$/.test(place)));

/** Inline code without the blocks of code. */
function codeSpans(text: string): string[] {
  const prose = text.replaceAll(/^```.*?^```/gms, '');
  return [...prose.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
}

const isFileName = (word: string): boolean =>
  /^[\w*<>{},.-]+\.(ts|tsx|mjs|sh|md|json|ya?ml|csv|txt|sql|prisma)$/.test(word);
const isBelowTopLevel = (word: string): boolean =>
  topLevel.has(`${word.split('/')[0]}/`) && word.includes('/');

/**
 * Returns the words of inline code that look like paths of the repository. Code of one word is a path if it has a slash
 * inside or ends like a file; in a command only words that begin with a folder of the repository are paths.
 */
function pathsIn(code: string): string[] {
  const words = code.split(/\s+/);
  if (words.length > 1) return words.filter(isBelowTopLevel);
  return words.filter((word) => /^[a-z.][\w*<>{},./-]*\/[\w*<>{},./-]*$/.test(word) || isFileName(word));
}

/** `{a,b}` stands for each of its alternatives. */
function expanded(pattern: string): string[] {
  const [whole, list] = /\{([^{}]*)\}/.exec(pattern) ?? [];
  if (whole === undefined || list === undefined) return [pattern];
  return list.split(',').flatMap((alternative) => expanded(pattern.replace(whole, alternative)));
}

/** `*` and `<placeholder>` stand for a part of a name; a name without a folder may be in any folder. */
function exists(pattern: string): boolean {
  const parts = pattern.split(/\*|<[^<>]*>/).map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'));
  const start = pattern.includes('/') ? '^' : '(^|/)';
  const matcher = new RegExp(`${start}${parts.join('[^/]+')}/?$`);
  return writtenAtRunTime.has(pattern) || places.some((place) => matcher.test(place));
}

const missingPaths = (text: string): string[] =>
  codeSpans(text)
    .flatMap(pathsIn)
    .flatMap(expanded)
    .filter((pattern) => !exists(pattern));

/** The anchors that headings get: lower case, without punctuation, hyphens for spaces. */
const anchorsOf = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

function isLinkBroken(page: string, link: string): boolean {
  const [target = '', anchor] = link.split('#');
  const file = target === '' ? page : path.join(path.dirname(page), target);
  if (!existsSync(file)) return true;
  return anchor !== undefined && !anchorsOf(file).includes(anchor);
}

const linksIn = (text: string): string[] =>
  [...text.matchAll(/\]\(([^()\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^[a-z]+:/.test(link));

describe.each(pages.map((page) => [page, readFileSync(page, 'utf8')] as const))('%s', (page, text) => {
  it('the page names only paths that exist', () => {
    expect(missingPaths(text)).toEqual([]);
  });

  it('the page has only links that lead to a file and to a heading in it', () => {
    expect(linksIn(text).filter((link) => isLinkBroken(page, link))).toEqual([]);
  });

  it('the page names only commands that package.json has', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      scripts: Record<string, string>;
    };
    const named = [...text.matchAll(/npm run (?:-s )?([\w:-]+)/g)].map(([, name = '']) => name);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });
});

describe('the README', () => {
  const text = readFileSync(README, 'utf8');

  it(`the README has at most ${README_WORDS_MAX} words`, () => {
    expect(text.split(/\s+/).filter((word) => word !== '').length).toBeLessThanOrEqual(README_WORDS_MAX);
  });

  it('the README links to every page in docs/', () => {
    const linked = new Set(linksIn(text));
    expect(docsPages.filter((page) => !linked.has(page))).toEqual([]);
  });
});

/** Headings of the page about a portal's original, in their order. */
const originalHeadings = ['What is known', 'What is assumed', 'Go-live list'];

const headingsOf = (text: string): string[] =>
  [...text.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading);

/** The points of a go-live list, ticked or not, each with the lines that continue it. */
const goLivePoints = (text: string): string[] => {
  const [, list = ''] = text.split('## Go-live list');
  return list.split(/^(?=- )/m).filter((point) => /^- \[[ x]\] \S/.test(point));
};

/** Code such as `login.submit`, which names an entry of the page map or several of them, such as `login.username`. */
const entriesIn = (text: string): string[] =>
  codeSpans(text).filter((code) => /^[a-z]\w*(\.\w+)+$/i.test(code) && !isFileName(code));

const missingEntries = (text: string, map: Readonly<Record<string, string>>): string[] =>
  entriesIn(text).filter(
    (entry) => !Object.keys(map).some((path) => path === entry || path.startsWith(`${entry}.`)),
  );

describe.each(portals.map(({ key }) => key))("the page about %s's original", (key) => {
  const page = originalOf(key);
  const text = existsSync(page) ? readFileSync(page, 'utf8') : '';

  it('the page says what is known and what is assumed, and has a go-live list', () => {
    expect(headingsOf(text)).toEqual(originalHeadings);
    expect(goLivePoints(text).length).toBeGreaterThan(0);
  });

  it('the go-live list names only entries that the page map has', () => {
    expect(missingEntries(goLivePoints(text).join('\n'), pageMaps[key])).toEqual([]);
  });
});

describe('the check of go-live lists', () => {
  it('the check finds an entry that the page map does not have, and accepts a group of entries', () => {
    const map = { 'login.submit': 'Log in', 'login.username.id': '#username' };
    const text = '- [ ] `login.submit`, `login.username`, `login.sumbit`, `config.ts`, `folder`';
    expect(missingEntries(text, map)).toEqual(['login.sumbit']);
  });

  it('points are found whether they are ticked or not', () => {
    expect(goLivePoints('## Go-live list\n\n- [ ] one\n  goes on\n- [x] two\n- three')).toHaveLength(2);
  });
});

describe('the check of paths', () => {
  it.each([
    'api/domain/ledger.ts',
    'apis/domain/',
    'job-admision.ts',
    'activities/services/<service-id>/runs.ts',
    'activities/pdf/{reading,lost}/',
    'npx tsx tests/replay/records.ts',
  ])('the check of paths finds that %s does not exist', (code) => {
    expect(missingPaths(`It is in \`${code}\`.`)).toHaveLength(1);
  });

  it.each(['GET /api/health', 'FILES_DIR/incoming', '@temporalio/workflow', 'npm test -- faults/payments'])(
    'the check of paths does not treat %s as a path',
    (code) => {
      expect(pathsIn(code)).toEqual([]);
    },
  );
});
