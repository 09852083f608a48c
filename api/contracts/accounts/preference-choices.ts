/** Languages and themes of the interface. Imports no schemas, so that pages need not load their library. */

export const interfaceLanguages = ['en', 'bn'] as const;
export const interfaceThemes = ['light', 'dark'] as const;
