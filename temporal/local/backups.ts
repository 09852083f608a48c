/** Placeholder. */
export const archiveSettings = (_directory: string): Record<string, string> => ({});
