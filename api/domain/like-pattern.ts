/** Returns a PostgreSQL LIKE pattern for the words of a search, in which percent signs and underscores are literal. */
export const likePattern = (words: string): string => `%${words.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
