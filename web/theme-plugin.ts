/**
 * Computes the theme when the client is built: its CSS (`virtual:theme.css`), and what the library's style system looks
 * up in its tokens, which the library would compute from the theme at every start of the client.
 */
import { fileURLToPath } from 'node:url';
import { ChakraProvider } from '@chakra-ui/react';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { runnerImport, type Plugin } from 'vite';
import type * as themeModule from './app/theme.ts';

type Theme = typeof themeModule.theme;

const cssId = 'virtual:theme.css';
const tokensId = 'virtual:theme-tokens';
const dictionary = /chakra-ui\/react\/dist\/esm\/styled-system\/token-dictionary\.js$/;
/** The end of the library's function that computes everything from the tokens. */
const computing = `  registerTokens();
  registerTransform(...tokenTransforms);
  registerMiddleware(...tokenMiddlewares);
  build();
`;
const filling = `  for (const [category, references] of Object.entries(known.references))
    for (const [name, reference] of Object.entries(references)) flatMap.set(category + "." + name, reference);
  for (const [name, value] of Object.entries(known.values)) tokenNameMap.set(name, { name, value, extensions: {} });
  for (const [name, variables] of Object.entries(known.palettes))
    colorPaletteMap.set(name, new Map(Object.entries(variables)));
  byCategoryJson = known.references;
`;

/** Categories whose values are looked up themselves; of all others, only the CSS variables are used. */
const read = ['breakpoints', 'opacity'];

export function themePlugin(): Plugin {
  let loaded: Promise<Theme> | undefined;
  const theme = (): Promise<Theme> => (loaded ??= loadTheme());
  return {
    name: 'chalan-theme',
    resolveId: (wanted) => (wanted === cssId || wanted === tokensId ? wanted : null),
    async load(wanted) {
      if (wanted === cssId) return cssOf(await theme());
      if (wanted === tokensId) return `export const known = ${JSON.stringify(tokensOf(await theme()))};`;
      return null;
    },
    transform(code, id) {
      return dictionary.test(id) ? filled(code) : null;
    },
  };
}

async function loadTheme(): Promise<Theme> {
  const { module } = await runnerImport<typeof themeModule>(
    fileURLToPath(new URL('app/theme.ts', import.meta.url)),
  );
  return module.theme;
}

function cssOf(theme: Theme): string {
  const provider = { value: theme, children: null };
  const html = renderToStaticMarkup(createElement(ChakraProvider, provider));
  return html.split(/<\/?style[^>]*>/).join('\n');
}

function tokensOf({ tokens }: Theme) {
  const references: Record<string, Record<string, string>> = {};
  for (const [path, reference] of tokens.flatMap) {
    const [category = '', ...name] = path.split('.');
    (references[category] ??= {})[name.join('.')] = reference;
  }
  const values = tokens.allTokens.filter(({ extensions }) => read.includes(extensions.category ?? ''));
  return {
    references,
    values: Object.fromEntries(values.map(({ name, value }) => [name, value])),
    palettes: Object.fromEntries(
      [...tokens.colorPaletteMap].map(([name, to]) => [name, Object.fromEntries(to)]),
    ),
  };
}

/** Throws if the library's function no longer ends as it did. */
function filled(code: string): string {
  if (!code.includes(computing))
    throw new Error(`The library computes its tokens otherwise: see ${import.meta.url}.`);
  return `import { known } from '${tokensId}';\n${code.replace(computing, () => filling)}`;
}
