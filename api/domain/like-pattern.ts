/** Words of a search as a pattern of PostgreSQL: a per cent sign or an underscore stands for itself. */
export const likePattern = (words: string): string => `%${words.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
