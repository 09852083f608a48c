/** Sets a public page's title and metadata. They match what the server's HTML contains on a fresh load. */
import { useEffect } from 'react';
import { brandedTitle, publicPages, type PublicPath } from '#contracts/site/pages-heads.ts';
import { useLanguage } from './language.ts';
import { showTitle } from './use-page-title.ts';

export type PageHead = {
  /** The title in the browser tab. */
  title: string;
  description: string;
  keywords?: string;
  /** The address without its query. */
  path: string;
  /** Structured data from schema.org, as JSON. */
  structured?: string;
};

export function usePageHead({ title, description, keywords = '', path, structured = '' }: PageHead): void {
  useEffect(() => {
    showTitle(title);
    setMeta('name', 'description', description);
    setMeta('name', 'keywords', keywords);
    setMeta('name', 'robots', '');
    setMeta('property', 'og:title', title);
    setMeta('property', 'og:description', description);
    setMeta('property', 'og:url', `${location.origin}${path}`);
    setCanonical(`${location.origin}${path}`);
    setStructured(structured);
    return () => {
      // The next page sets its own keywords, or has none.
      setMeta('name', 'keywords', '');
      setCanonical('');
      setStructured('');
    };
  }, [title, description, keywords, path, structured]);
}

/** Sets the head of one of the public pages. */
export function usePublicHead(path: PublicPath): void {
  const { title, description } = publicPages[path][useLanguage()];
  usePageHead({ title: brandedTitle(title), description, path });
}

function setMeta(attribute: 'name' | 'property', name: string, content: string): void {
  const known = document.head.querySelector(`meta[${attribute}="${name}"]`);
  if (content === '') return known?.remove();
  const meta = known ?? document.head.appendChild(document.createElement('meta'));
  meta.setAttribute(attribute, name);
  meta.setAttribute('content', content);
}

function setCanonical(address: string): void {
  const known = document.head.querySelector('link[rel="canonical"]');
  if (address === '') return known?.remove();
  const link = known ?? document.head.appendChild(document.createElement('link'));
  link.setAttribute('rel', 'canonical');
  link.setAttribute('href', address);
}

function setStructured(json: string): void {
  const kind = 'application/ld+json';
  const known = document.head.querySelector(`script[type="${kind}"]`);
  if (json === '') return known?.remove();
  const script = known ?? document.head.appendChild(document.createElement('script'));
  script.setAttribute('type', kind);
  script.textContent = json;
}
