/** A visitor of a sandbox portal without a browser: cookies, pages and forms over plain HTTP. */

const REDIRECTS_MAX = 5;

/** What a form sends; a list is sent as several values of one name. */
export type Fields = Record<string, string | readonly string[] | File>;
export type Answer = { status: number; address: string; html: string };
export type Visitor = {
  /** Addresses are relative to the portal's base URL. */
  open: (path: string) => Promise<Answer>;
  /** Sends a form and follows the redirects of the answer. */
  send: (path: string, fields: Fields, signal?: AbortSignal) => Promise<Answer>;
};

export function createVisitor(portalUrl: string): Visitor {
  const cookies = new Map<string, string>();

  async function call(address: URL, init: RequestInit): Promise<Response> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(address, { ...init, redirect: 'manual', headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    return response;
  }

  async function follow(path: string, init: RequestInit): Promise<Answer> {
    let address = new URL(path, `${portalUrl}/`);
    let response = await call(address, init);
    for (let hops = 0; hops < REDIRECTS_MAX; hops += 1) {
      const location = response.headers.get('location');
      if (location === null) break;
      await response.body?.cancel();
      address = new URL(location, address);
      response = await call(address, {});
    }
    return { status: response.status, address: address.href, html: await response.text() };
  }

  return {
    open: (path) => follow(path, {}),
    send: (path, fields, signal) =>
      follow(path, { method: 'POST', body: bodyOf(fields), ...(signal ? { signal } : {}) }),
  };
}

/** A form with files is sent as multipart, any other as a browser's plain form. */
function bodyOf(fields: Fields): FormData | URLSearchParams {
  const hasFile = Object.values(fields).some((value) => value instanceof File);
  const body = hasFile ? new FormData() : new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof File) (body as FormData).append(name, value);
    else for (const text of [value].flat()) body.append(name, text);
  }
  return body;
}

/** The fields of a page's forms with their values, without check boxes and buttons. */
export function fieldsOf({ html }: Answer): Record<string, string> {
  const inputs = [...html.matchAll(/<input\b([^>]*)>/g)]
    .map(([, tag = '']) => tag)
    .filter((tag) => !/type="(checkbox|submit|file)"/.test(tag))
    .map((tag) => [attribute(tag, 'name'), attribute(tag, 'value')]);
  const lists = [...html.matchAll(/<select\b([^>]*)>([\s\S]*?)<\/select>/g)].map(
    ([, tag = '', options = '']) => {
      const [chosen = ''] = /<option[^>]*\bselected\b[^>]*>/.exec(options) ?? [];
      return [attribute(tag, 'name'), attribute(chosen, 'value')];
    },
  );
  const fields = Object.fromEntries([...inputs, ...lists]) as Record<string, string>;
  delete fields[''];
  return fields;
}

const entities: Record<string, string> = { quot: '"', '#39': "'", lt: '<', gt: '>', amp: '&' };

function attribute(tag: string, name: string): string {
  const [, value = ''] = new RegExp(`\\b${name}="([^"]*)"`).exec(tag) ?? [];
  return value.replace(/&(quot|#39|lt|gt|amp);/g, (whole, entity: string) => entities[entity] ?? whole);
}
