/** Declares the styles that `theme-plugin.tsx` generates at build time. */
declare module 'virtual:theme.css';
