/** Requests that change something in the permit system: new applications, papers, submissions. */
import type { Context } from 'hono';
import type { PortalTools } from '#tests/sandbox/framework/portal.ts';
import { nameOf, readState } from './aspnet.ts';
import { headerFields, itemFields, requiredDocuments, type FormField, type Kind } from './fields.ts';
import * as pages from './pages.ts';
import { refusalOfDraft, refusalOfFile, refusalOfItem, refusalOfSubmission } from './rules.ts';
import {
  allApplications,
  naturalKey,
  newApplicationNo,
  receiptOf,
  submissionTime,
  type Application,
} from './seed.ts';

export type Filer = pages.Visit & { account: string };
/** Fields by their control's name; the file is separate. */
export type Sent = { texts: Record<string, string>; file: File | null };

export async function sentBy(c: Context): Promise<Sent> {
  const entries = Object.entries(await c.req.parseBody());
  const file = entries.map(([, value]) => value).find((value) => value instanceof File);
  const texts = entries.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value.trim()]] : []));
  return { texts: Object.fromEntries(texts), file: file ?? null };
}

function read(fields: readonly FormField[], texts: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    fields.map(({ key, kind }) => [key, texts[nameOf(`${kind === 'choice' ? 'ddl' : 'txt'}${key}`)] ?? '']),
  );
}

const blank: Application = {
  no: '',
  kind: 'export',
  zone: '',
  header: {},
  items: [],
  papers: {},
  status: 'DRAFT',
  submittedAt: '',
  receiptNo: '',
  remark: '',
  note: '',
  permitNo: '',
  approvedAt: '',
  validTill: '',
  isPastDate: false,
};

/** A post back that adds a line to the grid saves nothing. */
export const addsItem = ({ texts }: Pick<Sent, 'texts'>): boolean =>
  texts['__EVENTTARGET'] === nameOf('lnkAddItem');

/** Handles both post backs: the one that adds a line to the grid and the one that saves. */
export function postForm(
  tools: PortalTools,
  visit: Filer,
  kind: Kind,
  { texts }: Sent,
): Response | Promise<Response> {
  const { c, zone, account } = visit;
  const items = readState(visit, texts['__VIEWSTATE'] ?? '') ?? [];
  const header = read(headerFields[kind], texts);
  const item = read(itemFields, texts);
  const again = (given: Partial<pages.Form>) =>
    c.html(pages.formPage(visit, { kind, header, item, items, words: '', ...given }));
  if (addsItem({ texts })) {
    const words = refusalOfItem(item);
    return words ? again({ words }) : again({ item: {}, items: [...items, item] });
  }
  const draft = { ...blank, kind, zone, header, items };
  const words = refusalOfDraft(draft);
  if (words) return again({ words });
  const taken = new Set(allApplications(tools.records()).map(({ no }) => no));
  const no = newApplicationNo(draft, taken);
  tools.commit(c, no, { ...draft, no }, account, naturalKey(draft));
  return c.redirect(`/bepza/Applications/${no}?saved=1`);
}

export async function postPaper(
  tools: PortalTools,
  visit: Filer,
  application: Application,
  { texts, file }: Sent,
): Promise<Response> {
  const { c } = visit;
  const paper = texts[nameOf('ddlPaper')] ?? '';
  const words = requiredDocuments[application.kind].includes(paper)
    ? await refusalOfFile(file)
    : 'Select the type of paper.';
  if (words) return c.html(pages.documentsPage(visit, application, words));
  const given = { ...application.papers, [paper]: file?.name ?? '' };
  tools.records()[application.no] = { ...application, papers: given };
  return c.redirect(`/bepza/Applications/${application.no}/Papers`);
}

export function postSubmission(
  tools: PortalTools,
  visit: Filer,
  application: Application,
  { texts }: Sent,
): Response | Promise<Response> {
  const { c, account } = visit;
  const words = refusalOfSubmission(application, texts[nameOf('chkUndertaking')] === 'on');
  if (words) return c.html(pages.submitPage(visit, application, words));
  const { no } = application;
  const submitted: Application = {
    ...application,
    status: 'SUBMITTED',
    note: texts[nameOf('txtRemarks')] ?? '',
    submittedAt: submissionTime(application.header['InvoiceDate'] ?? ''),
    receiptNo: receiptOf(no),
  };
  tools.commit(c, no, submitted, account);
  return c.redirect(`/bepza/Applications/${no}?submitted=1`);
}
