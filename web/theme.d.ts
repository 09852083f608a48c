/** Declares the styles that `theme-plugin.ts` generates at build time. */
declare module 'virtual:theme.css';
