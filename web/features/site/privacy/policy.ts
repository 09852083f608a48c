/** Defines the structure of the privacy policy: sections of paragraphs and lists. */

export type PolicySection = {
  id: string;
  title: string;
  paragraphs: readonly string[];
  items: readonly string[];
};
