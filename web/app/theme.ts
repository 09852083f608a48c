/**
 * Defines all design tokens (design.md, "Look") and the styles of elements. The recipes that use them are in recipes.ts.
 * The build computes the CSS and the names of the tokens from this file (web/theme-plugin.ts), so that the client does
 * not: that took 50 ms of its start, four times as long on a phone.
 */
import { createSystem, defaultBaseConfig, defineConfig } from '@chakra-ui/react';
import { globalCss, keyframes, tokens } from '@chakra-ui/react/theme';
import { styleConfig } from './system.ts';

const themed = (light: string, dark: string) => ({ value: { _light: light, _dark: dark } });

/**
 * Defines one colour family of a palette: text, tints, solid fill and focus ring, with readable contrast between them.
 */
function palette(family: {
  solid: [string, string];
  contrast: [string, string];
  fg: [string, string];
  subtle: [string, string];
  muted: [string, string];
  emphasized: [string, string];
}) {
  return {
    solid: themed(...family.solid),
    contrast: themed(...family.contrast),
    fg: themed(...family.fg),
    subtle: themed(...family.subtle),
    muted: themed(...family.muted),
    emphasized: themed(...family.emphasized),
    border: themed(...family.emphasized),
    focusRing: themed(...family.solid),
  };
}

const slate = {
  50: { value: '#f6f7f8' },
  100: { value: '#eff1f3' },
  200: { value: '#e0e4e8' },
  300: { value: '#c8ced5' },
  400: { value: '#939da8' },
  500: { value: '#5f6a75' },
  600: { value: '#4a555f' },
  700: { value: '#36404a' },
  800: { value: '#262e36' },
  900: { value: '#171d23' },
  950: { value: '#0e1317' },
};

const semanticColors = {
  bg: {
    DEFAULT: themed('{colors.gray.50}', '{colors.gray.950}'),
    panel: themed('{colors.white}', '{colors.gray.900}'),
    subtle: themed('{colors.gray.50}', '#1b2229'),
    muted: themed('{colors.gray.100}', '#222a32'),
    emphasized: themed('{colors.gray.200}', '{colors.gray.700}'),
    inverted: themed('{colors.gray.900}', '{colors.gray.100}'),
    error: themed('#fdf0ee', '#33191a'),
    warning: themed('#fdf5e0', '#2f2610'),
    success: themed('#e8f4f0', '#122b25'),
    info: themed('#ecf3fc', '#15263b'),
  },
  fg: {
    DEFAULT: themed('{colors.gray.900}', '#e9edf0'),
    muted: themed('{colors.gray.600}', '#abb5be'),
    subtle: themed('{colors.gray.500}', '#98a3ad'),
    inverted: themed('{colors.gray.50}', '{colors.gray.900}'),
    error: themed('#b3261e', '#ff9c92'),
    warning: themed('#7a5200', '#f5bd42'),
    success: themed('#0b5d4b', '#6fd0b3'),
    info: themed('#1a56a8', '#90bdf5'),
  },
  border: {
    DEFAULT: themed('{colors.gray.200}', '#2c353e'),
    muted: themed('{colors.gray.100}', '#222a32'),
    subtle: themed('{colors.gray.100}', '#222a32'),
    emphasized: themed('{colors.gray.300}', '#3c4751'),
    control: themed('#828d98', '#66727d'),
    inverted: themed('{colors.gray.800}', '{colors.gray.200}'),
    error: themed('#b3261e', '#ff9c92'),
    warning: themed('#e9a100', '#e9a100'),
    success: themed('#0b5d4b', '#46b394'),
    info: themed('#1a56a8', '#90bdf5'),
  },
  brand: palette({
    solid: ['#0b5d4b', '#46b394'],
    contrast: ['#ffffff', '#06231c'],
    fg: ['#0b5d4b', '#6fd0b3'],
    subtle: ['#e8f4f0', '#122b25'],
    muted: ['#d2e8e1', '#193a32'],
    emphasized: ['#b2d6cb', '#235146'],
  }),
  gray: palette({
    solid: ['#36404a', '#d3dae0'],
    contrast: ['#ffffff', '#171d23'],
    fg: ['#36404a', '#d3dae0'],
    subtle: ['{colors.gray.100}', '#222a32'],
    muted: ['{colors.gray.200}', '#2c353e'],
    emphasized: ['{colors.gray.300}', '#3c4751'],
  }),
  attention: palette({
    solid: ['#e9a100', '#e9a100'],
    contrast: ['#241900', '#241900'],
    fg: ['#7a5200', '#f5bd42'],
    subtle: ['#fdf5e0', '#2f2610'],
    muted: ['#f9e7b8', '#423513'],
    emphasized: ['#f0cf7d', '#5f4b17'],
  }),
  failure: palette({
    solid: ['#b3261e', '#ff9c92'],
    contrast: ['#ffffff', '#3a0b08'],
    fg: ['#b3261e', '#ff9c92'],
    subtle: ['#fdf0ee', '#33191a'],
    muted: ['#fadcd8', '#4a2222'],
    emphasized: ['#f2b8b2', '#6b2c2a'],
  }),
  information: palette({
    solid: ['#1a56a8', '#90bdf5'],
    contrast: ['#ffffff', '#0b2140'],
    fg: ['#1a56a8', '#90bdf5'],
    subtle: ['#ecf3fc', '#15263b'],
    muted: ['#d5e5f9', '#1d3654'],
    emphasized: ['#abcbf2', '#2a4d78'],
  }),
};

const floating = themed(
  '0 0 0 1px rgb(23 29 35 / 0.08), 0 8px 24px rgb(23 29 35 / 0.14)',
  '0 0 0 1px rgb(255 255 255 / 0.09), 0 8px 24px rgb(0 0 0 / 0.6)',
);
const flat = { value: 'none' };

/** Inter, and its fallbacks while it loads (fonts.css). */
const inter = "'Inter Variable', 'Inter Fallback', 'Inter Fallback Android', 'Inter Fallback Linux'";

const config = defineConfig({
  preflight: true,
  globalCss: {
    ...globalCss,
    html: {
      ...globalCss['html'],
      colorPalette: 'brand',
      fontVariantNumeric: 'lining-nums',
      // Customers' data is shown as it is: no font may draw "20x6" with a multiplication sign or "->" as an arrow.
      fontVariantLigatures: 'none',
      scrollPaddingTop: '20',
      // On a phone, a bar covers the bottom.
      scrollPaddingBottom: { base: '20', md: '4' },
    },
    body: {
      fontFamily: 'body',
      textStyle: 'md',
      minHeight: '100dvh',
      overflowWrap: 'break-word',
      // Leaves room for a phone's camera when the phone is held sideways.
      paddingInline: 'env(safe-area-inset-left) env(safe-area-inset-right)',
    },
    // Browsers reset inherited styles on these elements.
    'button, input, select, textarea, code, kbd, samp, pre': { fontVariantLigatures: 'none' },
    '*::placeholder, *[data-placeholder]': { color: 'fg.subtle' },
    'input:placeholder-shown': { textOverflow: 'ellipsis' },
    ':lang(bn)': { '--line-scale': '1.15' },
    '*, *::before, *::after': {
      _motionReduce: {
        animationDuration: '0.01ms !important',
        animationIterationCount: '1 !important',
        transitionDuration: '0.01ms !important',
        scrollBehavior: 'auto !important',
      },
    },
  },
  theme: {
    keyframes,
    tokens: {
      ...tokens,
      colors: {
        black: { value: '#000000' },
        white: { value: '#ffffff' },
        transparent: { value: 'transparent' },
        current: { value: 'currentColor' },
        blackAlpha: { 500: { value: 'rgb(14 19 23 / 0.5)' } },
        gray: slate,
      },
      fonts: {
        body: { value: `${inter}, 'Anek Bangla', system-ui, sans-serif` },
        heading: { value: `${inter}, 'Anek Bangla', system-ui, sans-serif` },
        // For the one Bengali word on English pages: a font with its letters only, instead of the whole font.
        label: { value: `${inter}, 'Language Name', system-ui, sans-serif` },
        mono: { value: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace' },
      },
      fontSizes: {
        xs: { value: '0.75rem' },
        sm: { value: '0.875rem' },
        md: { value: '1rem' },
        lg: { value: '1.25rem' },
        xl: { value: '1.75rem' },
        '2xl': { value: '2.5rem' },
      },
      durations: {
        fastest: { value: '60ms' },
        faster: { value: '120ms' },
        fast: { value: '120ms' },
        moderate: { value: '150ms' },
        slow: { value: '180ms' },
        slower: { value: '180ms' },
        slowest: { value: '180ms' },
      },
    },
    semanticTokens: {
      colors: semanticColors,
      radii: { l1: { value: '4px' }, l2: { value: '6px' }, l3: { value: '6px' } },
      shadows: { xs: flat, sm: flat, md: floating, lg: floating, xl: floating },
    },
  },
});

export const theme = createSystem(defaultBaseConfig, styleConfig, config);
