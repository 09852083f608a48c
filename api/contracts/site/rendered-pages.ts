/** What the API and the client's build for the server agree on when a page is served with its contents or its data. */

export type PageRequest = {
  url: URL;
  language: 'en' | 'bn';
  /** Whether the request has no session. */
  isVisitor: boolean;
  /** Answers the API's public calls, which the page is made of. */
  read: (path: string, init: RequestInit) => Promise<Response>;
};

/** `html` is the content of the root element; `state` is JSON with the data that the client continues with. */
export type RenderedPage = { html: string; state: string };

/** Returns null for pages that the client renders itself. Throws if what the page needs cannot be read. */
export type PageRenderer = (request: PageRequest) => Promise<RenderedPage | null>;

type OwnPageRequest = Pick<PageRequest, 'url' | 'language'> & {
  /** Whether the window is taken to be wide enough for tables. */
  isWide: boolean;
  /** Answers the API's calls as it answers the customer who opens the page. */
  read: PageRequest['read'];
};

/** `html` is null for a page that the client renders, with the data that it begins with. */
export type OwnPage = { html: string | null; state: string };

/** Returns null for a page that everybody can open. */
export type OwnPageRenderer = (request: OwnPageRequest) => Promise<OwnPage | null>;
