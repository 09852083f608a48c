/** Reads the client's HTML with the small files in it that its first paint would otherwise wait for. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

export type ClientHtml = {
  html: string;
  /** For rendered pages: keeps what a visitor does before the client takes the page over, and starts the client. */
  pageScripts: string;
  /** For the pages behind the sign-in: takes the key of the search before the client comes. */
  ownScripts: string;
  /** The hashes of the scripts in both, as a content security policy names them. */
  scriptHashes: readonly string[];
};

const styleLink = /<link rel="stylesheet"[^>]* href="(\/assets\/[^"]+\.css)" ?\/?>/g;
const headScripts = /<script src="\/([\w-]+\.js)"><\/script>/g;

/** Returns a function that reads the files of a built client again only after a build has replaced them. */
export function createClientHtml(root: string): () => ClientHtml {
  let known: { mtimeMs: number; content: ClientHtml } | null = null;
  return () => {
    const { mtimeMs } = statSync(path.join(root, 'index.html'));
    if (known?.mtimeMs !== mtimeMs) known = { mtimeMs, content: read(root) };
    return known.content;
  };
}

function read(root: string): ClientHtml {
  const scripts: string[] = [];
  const script = (name: string): string => {
    const source = contentOf(root, name);
    if (source === null) return `<script src="/${name}"></script>`;
    const content = withoutComments(source);
    scripts.push(content);
    return `<script>${content}</script>`;
  };
  const html = readFileSync(path.join(root, 'index.html'), 'utf8')
    .replace(headScripts, (_tag, name: string) => script(name))
    .replace(styleLink, (link, name: string) => {
      const styles = contentOf(root, name);
      // The link tells the client that the page has these styles. As it is disabled and for no medium, it is not fetched.
      const known = link.replace('<link ', '<link disabled media="not all" ');
      return styles === null ? link : `<style>${styles}</style>${known}`;
    });
  const pageScripts = `${script('early-input.js')}${script('late-scripts.js')}`;
  const ownScripts = script('early-search.js');
  return { html, pageScripts, ownScripts, scriptHashes: scripts.map(hashOf) };
}

/** The scripts in the HTML are few and ours; a comment has a line of its own, or names a type. */
const withoutComments = (script: string): string =>
  script
    .replaceAll(/\/\*\*.*?\*\/ ?/g, '')
    .replaceAll(/^\s*(?:\/\/.*)?\n/gm, '')
    .replaceAll(/^ +/gm, '');

function contentOf(root: string, name: string): string | null {
  const file = path.join(root, name);
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

const hashOf = (script: string): string => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
