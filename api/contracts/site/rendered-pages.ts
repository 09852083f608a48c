/**
 * The interface between the API and the server build of the client, for pages that are served with their contents or
 * data.
 */

export type PageRequest = {
  url: URL;
  language: 'en' | 'bn';
  /** Whether the request has no session. */
  isVisitor: boolean;
  /** Makes calls of the API as whoever opens the page, which is rendered from their answers. */
  read: (path: string, init: RequestInit) => Promise<Response>;
};

/**
 * `html` is the content of the root element, rendered as of the moment `atMs`; `state` is JSON with the data from which
 * the client continues.
 */
export type RenderedPage = { html: string; atMs: number; state: string };

/** Returns null for pages that the client renders itself. Throws if what the page needs cannot be read. */
export type PageRenderer = (request: PageRequest) => Promise<RenderedPage | null>;

/** `language` is what the page is rendered in if the account has chosen none. */
type OwnPageRequest = Pick<PageRequest, 'url' | 'language'> & {
  /** Whether the window is assumed to be wide enough for tables. */
  isWide: boolean;
  read: PageRequest['read'];
};

/** A page that the client renders itself has no HTML; `state` is the data that it starts with. */
export type OwnPage =
  | (RenderedPage & Pick<PageRequest, 'language'>)
  | { html: null; atMs: null; state: string };

/** Returns null for a page that everybody can open. */
export type OwnPageRenderer = (request: OwnPageRequest) => Promise<OwnPage | null>;
