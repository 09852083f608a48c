/**
 * The client's style system looks up tokens that were computed when it was built: it must give the same styles as the
 * library does, which computes them from the theme.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { theme } from '#web/app/theme.ts';
import { themePlugin } from '#web/theme-plugin.ts';
import { validPropsPlugin } from '#web/valid-props-plugin.ts';

const START_MS_MAX = 120_000;
const packages = new URL('../../node_modules/', import.meta.url);
const library = fileURLToPath(new URL('@emotion/is-prop-valid/dist/emotion-is-prop-valid.esm.js', packages));

const unchanged = createRequire(import.meta.url)(library.replace('.esm.js', '.cjs.js')) as {
  default: (name: string) => boolean;
};

let server: ViteDevServer;
let system: typeof theme;
let isKnownAttribute: (name: string) => boolean;

beforeAll(async () => {
  server = await createServer({
    configFile: false,
    appType: 'custom',
    server: { middlewareMode: true, hmr: false, ws: false },
    plugins: [themePlugin(), validPropsPlugin()],
    ssr: { noExternal: [/@chakra-ui/, /is-prop-valid/] },
    optimizeDeps: { noDiscovery: true },
  });
  const load = (name: string): Promise<Record<string, unknown>> => server.ssrLoadModule(name);
  system = (await load(fileURLToPath(new URL('../../web/app/system.ts', import.meta.url))))[
    'system'
  ] as typeof theme;
  isKnownAttribute = (await load(library))['default'] as typeof isKnownAttribute;
}, START_MS_MAX);
afterAll(() => server.close());

const cssOf = ({ css }: typeof theme, style: object): object => css(style);

/** Every token by its path, as in "colors.brand.solid". */
const paths = [...theme.tokens.flatMap.keys()];

test('the client gives every property the same style for every token as the library', () => {
  const properties = Object.entries(theme._config.utilities ?? {}).flatMap(([property, utility]) =>
    typeof utility?.values === 'string' ? [{ property, category: utility.values }] : [],
  );
  const styles = properties.flatMap(({ property, category }) =>
    paths
      .filter((path) => path.startsWith(`${category}.`))
      .map((path) => ({ [property]: path.slice(category.length + 1) })),
  );
  expect(styles.length).toBeGreaterThan(1000);
  for (const style of styles) expect(cssOf(system, style)).toEqual(cssOf(theme, style));
});

test.each([
  { colorPalette: 'brand' },
  { colorPalette: 'failure', color: 'colorPalette.fg', bg: 'colorPalette.subtle' },
  { bg: 'brand.solid/40' },
  { border: '1px solid {colors.border.control}', boxShadow: '0 0 0 {spacing.1.5} {colors.brand.solid/20}' },
  { hideBelow: 'md', hideFrom: 'lg' },
  { mx: '-4', spaceY: '3', divideColor: 'border', divideX: '1px' },
  { textStyle: '2xl', layerStyle: 'fill.subtle', animationStyle: 'slide-fade-in' },
  { w: { base: 'full', md: 'breakpoint-sm' }, transition: 'common', focusRing: 'outside' },
  { '--gap': 'spacing.4', outlineColor: 'bg.error', _dark: { color: 'fg.muted' } },
])('the client gives %o the same style as the library', (style) => {
  expect(cssOf(system, style)).toEqual(cssOf(theme, style));
});

test('the client recognises the same attributes of HTML as the library', () => {
  const names = readFileSync(library, 'utf8').match(/[A-Za-z]+/g) ?? [];
  const others = [
    'data-x',
    'DATA-X',
    'aria-label',
    'x-on',
    'onClick',
    'only',
    'data',
    'colorPalette',
    'xdata-',
    'test',
  ];
  for (const name of [...names, ...others])
    expect([name, isKnownAttribute(name)]).toEqual([name, unchanged.default(name)]);
});
