/** Finds texts in the database by the words of a search. */
import { Prisma } from '#prisma/generated/client.ts';

/** Returns a PostgreSQL LIKE pattern for the words of a search, in which percent signs and underscores are literal. */
export const likePattern = (words: string): string => `%${words.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** Matches texts that contain the words, in any case, and however their Bengali letters are encoded: keyboards differ. */
export const contains = (text: Prisma.Sql, words: string): Prisma.Sql =>
  Prisma.sql`normalize(${text}, NFC) ILIKE ${likePattern(words.normalize('NFC'))}`;
