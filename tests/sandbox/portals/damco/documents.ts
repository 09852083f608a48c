/** Document management in the forwarder's portal: search by booking, and the two windows of an upload. */
import { randomUUID } from 'node:crypto';
import type { Hono } from 'hono';
import { html, raw } from 'hono/html';
import { listTable, page, type Html } from '#tests/sandbox/framework/html.ts';
import type { PortalTools } from '#tests/sandbox/framework/portal.ts';
import { allDocuments, findBooking, findStaged, newDocumentId, type Staged } from './book.ts';
import { alert, choice, input, type Guard, type Visit } from './pages.ts';
import { refusalOfUpload } from './rules.ts';
import { clients, documentTypes, uploadTime, type Booking, type StoredDocument } from './seed.ts';

const base = '/DocumentManagement';
const MAGIC_BYTES = 5;

export function mountDocuments(app: Hono, tools: PortalTools, guard: Guard): void {
  app.get(
    `${base}/search`,
    guard((visit) => search(visit, tools)),
  );
  app.get(
    `${base}/upload`,
    guard((visit) => {
      const booking = findBooking(tools.asListed(visit.c), visit.c.req.query('so') ?? '');
      if (!booking) return visit.c.text('No object found.', 404);
      return visit.c.html(uploadPage(visit, booking));
    }),
  );
  app.post(
    `${base}/stage`,
    guard((visit) => stage(visit, tools)),
  );
  app.post(
    `${base}/confirm`,
    guard((visit) => confirm(visit, tools)),
  );
}

function search(visit: Visit, tools: PortalTools): Response | Promise<Response> {
  const { c, user } = visit;
  const { searchForm_objectValue1: so, selectedClientId: client = '' } = c.req.query();
  if (so === undefined) return c.html(searchPage(visit, { so: '', client, words: '' }));
  const book = tools.asListed(c);
  const booking = findBooking(book, so.trim());
  const isFound = booking !== undefined && booking.clientCode === client;
  tools.note({ kind: 'lookup', user: user.username, key: so, result: isFound ? 'found' : 'none' });
  const words = isFound ? '' : client ? 'No object found.' : 'Select a client.';
  const listed = allDocuments(book).filter((document) => document.so === booking?.so);
  return c.html(searchPage(visit, { so, client, words, ...(isFound ? { booking, listed } : {}) }));
}

type Searched = {
  so: string;
  client: string;
  words: string;
  booking?: Booking;
  listed?: readonly StoredDocument[];
};

/** A list that a script draws in place of the real one, as on the original portal. */
function chosen(client: string): Html {
  return html`<select id="selectedClientId" name="selectedClientId" hidden>
      <option value=""></option>
      ${clients.map(
        ({ code }) => html`<option value="${code}" ${code === client ? 'selected' : ''}>${code}</option>`,
      )}
    </select>
    <div id="selectedClientId_chosen">
      <a href="#" class="chosen-single" onclick="openChosen();return false">${client || 'Select a client'}</a>
      <ul class="chosen-results" hidden>
        ${clients.map(({ code }) => html`<li onclick="choose('${code}')">${code}</li>`)}
      </ul>
    </div>`;
}

const chosenScript =
  "function list(){return document.querySelector('.chosen-results')}" +
  'function openChosen(){list().hidden=!list().hidden}' +
  "function choose(code){document.getElementById('selectedClientId').value=code;document.querySelector('.chosen-single').textContent=code;list().hidden=true}" +
  "function upload(){const row=document.querySelector('[name=object]:checked');if(!row)return alert('Select an object.');window.open('/damco/DocumentManagement/upload?so='+row.value,'uploadWindow','width=700,height=500')}";

function searchPage(visit: Visit, { so, client, words, booking, listed = [] }: Searched): Html {
  const { changed } = visit;
  const documents = listed.map(({ id, type, name, size, uploadedAt }) => [
    id,
    type,
    name,
    String(size),
    uploadedAt,
  ]);
  const found = (of: Booking): Html => {
    const box = html`<input type="checkbox" name="object" value="${of.so}" aria-label="SO ${of.so}" />`;
    return html`${listTable('objects', ['', 'SO No', 'PO No'], [[box, of.so, of.orderNo]])}
      <p>
        <a href="#" id="${changed ? 'more' : 'moreOptionUpload'}" onclick="upload();return false">Upload</a>
      </p>
      ${listTable(
        changed ? 'files' : 'documents',
        ['Document Id', 'Type', 'File Name', 'Size', 'Uploaded At'],
        documents,
      )}`;
  };
  return page(
    'Document Management',
    html`<h1>Document Management</h1>
      ${alert(words)}
      <form method="get" action="/damco${base}/search">
        ${chosen(client)} ${choice('searchForm_objectType', 'Object Type', ['SO', 'PO'])}
        ${input(changed ? 'value' : 'searchForm_objectValue1', 'Number', so)}
        <button type="submit" id="searchButton">Search</button>
      </form>
      ${booking ? found(booking) : ''}`,
    html`<script>
      ${raw(chosenScript)};
    </script>`,
  );
}

function uploadPage({ changed }: Visit, { so }: Booking): Html {
  return page(
    `Upload to ${so}`,
    html`<h1>Upload to ${so}</h1>
      <form method="post" enctype="multipart/form-data" action="/damco${base}/stage" target="updateWindow">
        <input type="hidden" name="so" value="${so}" />
        ${choice(changed ? 'kind' : 'documentType1', 'Document Type', ['', ...documentTypes])}
        <p><label for="file1">File</label><input id="file1" name="file1" type="file" /></p>
        <button type="submit">${changed ? 'Go on' : 'Update'}</button>
      </form>`,
  );
}

async function stage(visit: Visit, tools: PortalTools): Promise<Response> {
  const { c } = visit;
  const body = await c.req.parseBody();
  const text = (name: string): string => {
    const value = body[name];
    return typeof value === 'string' ? value : '';
  };
  const booking = findBooking(tools, text('so'));
  if (!booking) return c.text('No object found.', 404);
  const file = body['file1'] instanceof File ? body['file1'] : new File([], '');
  const staged: Staged = { so: booking.so, type: text('documentType1'), name: file.name, size: file.size };
  const magic = Buffer.from(await file.slice(0, MAGIC_BYTES).arrayBuffer()).toString('latin1');
  const words = refusalOfUpload({ ...staged, clientCode: booking.clientCode, magic });
  if (words) return c.html(page('Upload refused', html`${alert(words)}`));
  const token = randomUUID();
  tools.records()[`staged ${token}`] = staged;
  return c.html(confirmPage(visit, staged, token));
}

function confirmPage({ changed }: Visit, { type, name, size }: Staged, token: string): Html {
  return page(
    'Confirm the upload',
    html`${listTable('staged', ['Type', 'File Name', 'Size'], [[type, name, String(size)]])}
      <form method="post" action="/damco${base}/confirm">
        <input type="hidden" name="token" value="${token}" />
        <button type="submit">${changed ? 'Send' : 'Upload'}</button>
      </form>`,
  );
}

/** The same file may be uploaded repeatedly: the user is responsible for uploading a document only once. */
async function confirm({ c, user }: Visit, tools: PortalTools): Promise<Response> {
  const { token = '' } = await c.req.parseBody<Record<string, string>>();
  const staged = findStaged(tools, token);
  const booking = staged && findBooking(tools, staged.so);
  if (!staged || !booking) return c.html(page('Upload', html`${alert('The upload has expired.')}`));
  const { so, type, name, size } = staged;
  const id = newDocumentId(tools, staged);
  const document: StoredDocument = { id, ...staged, uploadedAt: uploadTime(booking) };
  tools.commit(c, `document ${id}`, document, user.username, `${so}|${type}|${name}|${size}`);
  return c.html(
    page(
      'Uploaded',
      html`<script>
        ${raw('if(window.opener)window.opener.close();window.close()')};
      </script>`,
    ),
  );
}
