/** Rules of blog posts that the editor and the server share (spec section 5, "Forms"). */

export const blogLimits = {
  titleCharactersMax: 200,
  slugCharactersMax: 200,
  excerptCharactersMax: 500,
  contentCharactersMax: 200_000,
  authorCharactersMax: 120,
  metaCharactersMax: 300,
  tagsMax: 20,
  tagCharactersMax: 40,
} as const;

/** Maximum number of tags that the list offers as categories. */
export const blogCategoriesMax = 200;

/**
 * Converts a title to a slug: lowercase; only letters, digits, spaces and hyphens are kept; spaces become hyphens, and
 * repeated hyphens become one. Bengali vowel signs count as part of their letters.
 */
export function slugOf(title: string): string {
  return title
    .toLowerCase()
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}\s-]/gu, '')
    .replace(/[\s-]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, blogLimits.slugCharactersMax)
    .replace(/-$/, '');
}

/** Returns the tags with one added; an empty or existing one changes nothing. */
export function withTag(tags: readonly string[], tag: string): string[] {
  const wanted = tag.trim();
  const isThere = tags.some((known) => known.toLowerCase() === wanted.toLowerCase());
  return wanted === '' || isThere ? [...tags] : [...tags, wanted];
}
