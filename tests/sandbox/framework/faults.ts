/** Fault switches: which request is affected, how, and how many times. */
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import { html } from 'hono/html';
import { z } from 'zod';
import { page } from './html.ts';

const SLOW_MS = 5_000;
const SLOW_MS_MAX = 600_000;

const faultKinds = [
  'http500',
  'http503-maintenance',
  'http429',
  'slow',
  'drop-connection',
  'blank-page',
  'leads-away',
  'says',
  'session-drop',
  'html404',
  'html-instead-of-pdf',
  'empty-file',
  'cut-body',
  'layout-changed',
  'malformed-json',
  'renamed',
  'column-moved',
  'row-again',
  'link-posts',
  'refused-in-page',
  'paged',
  'other-record',
  'captcha-on',
  'captcha-widget',
  'answer-late',
  'store-late',
  'listed-late',
  'freeze',
] as const;
export type FaultKind = (typeof faultKinds)[number];

export const faultBody = z.object({
  portal: z.string().min(1),
  /** A route's name, the part of it before the dot, or `*` for all. */
  route: z.string().min(1).default('*'),
  kind: z.enum(faultKinds),
  /** How many requests are affected; -1 means all until the fault is cleared. For `freeze`, the number of freezes. */
  times: z.number().int().min(-1).default(1),
  /** How many matching requests pass untouched first. */
  skip: z.number().int().min(0).default(0),
  /** For `cut-body`: the length of the file is not stated. */
  withoutLength: z.boolean().default(false),
  /** The record is stored, then the answer is lost. */
  afterCommit: z.boolean().default(false),
  /** Begins to sleep when the portal has stored its next record. */
  fromCommit: z.boolean().default(false),
  /**
   * For `renamed`: the name of a button, link, label or heading; for `link-posts`: that of a link; for `row-again`: a
   * text in the row; for `refused-in-page`: `dialog`, `beside`, `field` or `silence`; for `paged`: the id of the
   * list.
   */
  from: z.string().default(''),
  /**
   * The address that `leads-away` redirects to; the words of `says` and `refused-in-page`; the name of the link of
   * `paged`; the new name of `renamed`; the text that `row-again` has in place of `from`.
   */
  to: z.string().default('http://elsewhere.localhost'),
  ms: z.number().int().min(0).max(SLOW_MS_MAX).default(SLOW_MS),
  /** For `store-late`: the connection is cut as soon as the request has been read. */
  drop: z.boolean().default(false),
  /** For `listed-late`: the session that filed does not find the record sooner than others. */
  hiddenFromFiler: z.boolean().default(false),
});
export type Fault = z.output<typeof faultBody> & {
  /** For a freeze that has begun: its end in real time. */
  frozenUntilMs?: number;
};
export type FaultSwitch = z.input<typeof faultBody>;

const onFilesOnly: ReadonlySet<FaultKind> = new Set(['html-instead-of-pdf', 'empty-file', 'cut-body']);
/**
 * Kinds that leave the answer unchanged here: the page shows some of them itself, and the others act at another point.
 */
const sparesAnswer: ReadonlySet<FaultKind> = new Set([
  'layout-changed',
  'malformed-json',
  'renamed',
  'column-moved',
  'row-again',
  'link-posts',
  'refused-in-page',
  'paged',
  'other-record',
  'captcha-on',
  'captcha-widget',
  'store-late',
  'listed-late',
  'freeze',
]);

type Wanted = (fault: Fault) => boolean;
const isAfterCommit: Wanted = ({ kind, afterCommit }) => afterCommit || kind === 'answer-late';
export const spoilsAnswer: Wanted = (fault) => !sparesAnswer.has(fault.kind) && !isAfterCommit(fault);
export const spoilsCommit: Wanted = (fault) => !sparesAnswer.has(fault.kind) && isAfterCommit(fault);
export const isKind =
  (kind: FaultKind): Wanted =>
  (fault) =>
    fault.kind === kind;

export type FaultyRequest = { portal: string; route: string; isFile: boolean };

function hits(fault: Fault, request: FaultyRequest): boolean {
  return (
    fault.portal === request.portal &&
    fault.times !== 0 &&
    !fault.fromCommit &&
    (!onFilesOnly.has(fault.kind) || request.isFile) &&
    (fault.route === '*' || fault.route === request.route || request.route.startsWith(`${fault.route}.`))
  );
}

/** Takes the fault for this request from the list, counting it once. */
export function takeFault(faults: Fault[], request: FaultyRequest, isWanted: Wanted): Fault | undefined {
  const fault = faults.find((each) => isWanted(each) && hits(each, request));
  return fault && spendFault(faults, fault);
}

/** The freeze that applies to this request; the first request that it affects begins it. */
export function freezeOf(
  faults: Fault[],
  request: FaultyRequest,
  nowMs: number,
): { fault: Fault; untilMs: number } | undefined {
  for (const fault of faults.filter((each) => isKind('freeze')(each) && hits(each, request))) {
    // A freeze may have ended while the sandbox was stopped.
    if (fault.frozenUntilMs !== undefined && fault.frozenUntilMs <= nowMs) endFreeze(faults, fault);
    else if (fault.frozenUntilMs === undefined && fault.skip > 0) fault.skip -= 1;
    else {
      const untilMs = (fault.frozenUntilMs ??= nowMs + fault.ms);
      return { fault, untilMs };
    }
  }
  return undefined;
}

/** Called by each request that waited; only the first call counts. */
export function endFreeze(faults: Fault[], fault: Fault): void {
  if (fault.frozenUntilMs === undefined) return;
  delete fault.frozenUntilMs;
  if (faults.includes(fault)) spendFault(faults, fault);
}

/** Counts a request against its fault; undefined while requests are still to pass untouched. */
export function spendFault<F extends { skip: number; times: number }>(faults: F[], fault: F): F | undefined {
  if (fault.skip > 0) {
    fault.skip -= 1;
    return undefined;
  }
  if (fault.times > 0) fault.times -= 1;
  if (fault.times === 0) faults.splice(faults.indexOf(fault), 1);
  return fault;
}

export function cutConnection(c: Context): Response {
  (c.env as HttpBindings).incoming.socket.destroy();
  return RESPONSE_ALREADY_SENT;
}

const CUT_FILE_BYTES = 20_000;

/** Sends the beginning of a PDF, then closes the connection. Without a length, the end of the file looks like any other. */
function cutBody(c: Context, { withoutLength }: Fault): Response {
  const { outgoing } = c.env as HttpBindings;
  const length = withoutLength ? {} : { 'content-length': 2 * CUT_FILE_BYTES };
  outgoing.useChunkedEncodingByDefault = false;
  outgoing.writeHead(200, { 'content-type': 'application/pdf', connection: 'close', ...length });
  outgoing.write(Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(CUT_FILE_BYTES, ' ')]), () =>
    outgoing.socket?.end(),
  );
  return RESPONSE_ALREADY_SENT;
}

/** The client has closed the connection, or it was cut. */
export function isGone(c: Context): boolean {
  return (c.env as HttpBindings).incoming.socket.destroyed;
}

/** The changed answer; nothing for a fault that lets the true answer through, however late. */
export async function faultyAnswer(
  c: Context,
  fault: Fault,
  wait: (ms: number) => Promise<void>,
): Promise<Response | undefined> {
  switch (fault.kind) {
    case 'http500':
      return c.html('<title>500</title><h1>Internal Server Error</h1>', 500);
    case 'http503-maintenance':
      return c.html('<title>Maintenance</title><h1>The system is under maintenance.</h1><p>SANDBOX</p>', 503);
    case 'http429':
      return c.json({ message: 'Too many requests.' }, 429, {
        'retry-after': String(Math.ceil(fault.ms / 1_000)),
      });
    case 'slow':
    case 'answer-late':
      await wait(fault.ms);
      return undefined;
    case 'drop-connection':
      return cutConnection(c);
    case 'blank-page':
      return c.html('');
    case 'leads-away':
      return c.redirect(fault.to);
    case 'says':
      return c.html(page('SANDBOX', html`<div class="alert" role="alert">${fault.to}</div>`));
    case 'html404':
      return c.html('<title>404 Not Found</title><h1>404 Not Found</h1>', 404);
    case 'html-instead-of-pdf':
      return c.html('<title>Report</title><p>ORA-20001: the report could not be run.</p>');
    case 'empty-file':
      return c.body('', 200, { 'content-type': 'application/pdf' });
    case 'cut-body':
      return cutBody(c, fault);
    case 'session-drop':
    case 'layout-changed':
    case 'malformed-json':
    case 'renamed':
    case 'column-moved':
    case 'row-again':
    case 'link-posts':
    case 'refused-in-page':
    case 'paged':
    case 'other-record':
    case 'captcha-on':
    case 'captcha-widget':
    case 'store-late':
    case 'listed-late':
    case 'freeze':
      return undefined;
  }
}

/** Returns the page as its portal shows it since it was rebuilt in one place. */
export async function rebuiltPage(
  answer: Response,
  { kind, from, to }: Fault,
  address: string,
): Promise<Response> {
  const html = await answer.text();
  const rebuilt = kind === 'paged' ? withPages(html, { table: from, next: to, address }) : undefined;
  return new Response(rebuilt ?? rebuiltHtml(html, { kind, from, to }), answer);
}

function rebuiltHtml(html: string, { kind, from, to }: Pick<Fault, 'kind' | 'from' | 'to'>): string {
  if (kind === 'renamed') return html.replaceAll(`>${from}<`, `>${to}<`);
  if (kind === 'refused-in-page') return withRefusingForms(html, from, to);
  if (kind === 'row-again') return withRowAgain(html, from, to);
  return kind === 'link-posts' ? withPostingLink(html, from) : withColumnMoved(html);
}

/** Lets the link of this name send a form to its page instead of opening it. */
const withPostingLink = (html: string, name: string): string =>
  html.replaceAll(/<a href="([^"]*)">([^<]*)<\/a>/g, (link, address: string, words: string) =>
    words === name
      ? `<form id="posting" method="post" action="${address}"></form>` +
        `<a href="javascript:document.getElementById('posting').submit()">${words}</a>`
      : link,
  );

/** How a page can refuse a form by itself; `from` chooses. */
const refusalsInPage: Record<string, string> = {
  dialog: 'alert(words)',
  beside:
    'document.querySelector("form").insertAdjacentHTML("afterbegin", "<div class=alert role=alert></div>"); document.querySelector("form .alert").textContent = words',
  silence: '',
};

/** Lets the page's forms refuse by themselves what they hold, so that nothing is sent. */
function withRefusingForms(html: string, how: string, words: string): string {
  const said = JSON.stringify(words);
  const script =
    how === 'field'
      ? `document.querySelector('main form input:not([type=hidden])').setCustomValidity(${said})`
      : `document.addEventListener('submit', (event) => { event.preventDefault(); const words = ${said}; ${refusalsInPage[how]} }, true)`;
  return html.replace('</main>', `</main><script>${script}</script>`);
}

/** Shows one row of the list on each page, the last one first, and a link to the next page in a pager. */
function withPages(
  html: string,
  { table, next, address }: { table: string; next: string; address: string },
): string {
  const { pathname, search } = new URL(address);
  const page = Number(/[?&]page=(\d+)/.exec(search)?.[1] ?? 1);
  const first = pathname + search.replace(/[?&]page=\d+/, '');
  const href = `${first}${first.includes('?') ? '&amp;' : '?'}page=${page + 1}`;
  return html.replace(new RegExp(`<table id="${table}"[\\s\\S]*?</table>`), (list) => {
    const [heading = '', ...rows] = list.match(/<tr>[\s\S]*?<\/tr>/g) ?? [];
    const hidden = rows.filter((_, index) => index !== rows.length - page);
    const shown = hidden.reduce((kept, row) => kept.replace(row, ''), list);
    const link = page < rows.length ? `<a href="${href}">${next}</a>` : '';
    return heading === '' ? list : `${shown}<div class="pagination"><b>${page}</b>${link}</div>`;
  });
}

/** Lists each row with the text once more, with another text in its place. */
const withRowAgain = (html: string, from: string, to: string): string =>
  html.replaceAll(/<tr>[\s\S]*?<\/tr>/g, (row) =>
    row.includes(from) ? row + row.replaceAll(from, to) : row,
  );

/** Puts the last column of each list before the others. */
const withColumnMoved = (html: string): string =>
  html.replaceAll(/<tr>([\s\S]*?)<\/tr>/g, (row, cells: string) => {
    const parts = cells.match(/<(t[hd])\b[\s\S]*?<\/\1>/g) ?? [];
    const last = parts.at(-1);
    // A row with one heading and one value is a fact, and no row of a list.
    return last === undefined || parts.length < 3
      ? row
      : `<tr>${[last, ...parts.slice(0, -1)].join('')}</tr>`;
  });
