/**
 * Creates the style system that components use: recipes, text styles and conditions. The tokens behind it are in theme.ts.
 */
import { createSystem, defaultBaseConfig, defineConfig } from '@chakra-ui/react';
import { animationStyles, layerStyles } from '@chakra-ui/react/theme';
import { libraryRecipes, ourRecipes } from './recipes.ts';

/** Bengali letters reach higher and lower than Latin letters, so Bengali text has a larger line height. */
const textStyle = (fontSize: string, lineHeight: string, more: Record<string, string> = {}) => ({
  value: { fontSize, lineHeight: `calc(${lineHeight} * var(--line-scale, 1))`, ...more },
});

export const styleConfig = defineConfig({
  cssVarsPrefix: 'chalan',
  cssVarsRoot: ':where(html)',
  theme: {
    breakpoints: { sm: '30rem', md: '48rem', lg: '64rem', xl: '80rem', '2xl': '96rem' },
    animationStyles,
    layerStyles,
    textStyles: {
      xs: textStyle('xs', '1rem'),
      sm: textStyle('sm', '1.25rem'),
      md: textStyle('md', '1.5rem'),
      lg: textStyle('lg', '1.75rem', { letterSpacing: '-0.01em' }),
      xl: textStyle('xl', '2.25rem', { letterSpacing: '-0.02em' }),
      '2xl': textStyle('2xl', '2.875rem', { letterSpacing: '-0.025em' }),
      label: textStyle('sm', '1.25rem', { fontWeight: 'medium' }),
      none: { value: {} },
    },
  },
});

const created = createSystem(defaultBaseConfig, libraryRecipes, ourRecipes, styleConfig);

/** The provider adds no global styles, because they are in the client's CSS file (web/theme-plugin.ts). */
export const system: typeof created = {
  ...created,
  _config: { ...created._config, disableLayers: true },
  _global: [],
};
