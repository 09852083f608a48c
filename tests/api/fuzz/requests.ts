/**
 * Random requests to a route: ids of any customer's records, invented and malformed ones, and bodies that its schemas
 * accept or refuse.
 */
import { randomUUID } from 'node:crypto';
import { services } from '#services/catalogue.ts';
import { pdf, PDF_SERVICE, zipOf } from '#tests/harness/job-calls.ts';
import type { Owner } from './owners.ts';
import type { Random } from './random.ts';
import type { FuzzRoute } from './route-list.ts';
import { hostileTexts, spoilt, validValue, type Dictionary } from './values.ts';

/** The sender and the data of the others; `learned` holds earlier answers by field name. */
export type Sender = {
  self: Owner | null;
  others: readonly Owner[];
  shared: ReadonlyMap<string, string[]>;
  learned: ReadonlyMap<string, string[]>;
};
export type FuzzRequest = {
  route: FuzzRoute;
  path: string;
  json?: unknown;
  form?: FormData;
  headers: Record<string, string>;
  /** Everything that was sent, since an answer may repeat it. */
  sent: string;
};

type IdKind = 'own' | 'foreign' | 'made up' | 'malformed';
/** `mixed`: the first id is the caller's own, and the following ones are another's. */
type CallKind = IdKind | 'mixed';

const portals = ['bangladesh_bank_exp', 'hm_supplier', 'cpa', 'hm'];
const LATEST = 12;
const csv = (): File => new File(['Container No\nMSKU6011672\n'], 'list.csv');
const files: readonly (() => File | Promise<File>)[] = [
  () => pdf(),
  csv,
  () => zipOf('papers.zip', [pdf('a.pdf')]),
  () => new File(['not what its name says'], 'broken.pdf'),
  () => new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47])], 'a\u0000.png'),
  () => new File([], '../../empty.csv'),
];

/** The usual value of a field with that name. */
const usualFiles: Readonly<Record<string, () => File | Promise<File>>> = {
  file: () => pdf(),
  csvFile: csv,
  zipFile: () => zipOf('papers.zip', [pdf('a.pdf')]),
  image: () => new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])], 'a.jpg'),
};

export async function requestTo(route: FuzzRoute, sender: Sender, random: Random): Promise<FuzzRequest> {
  const ids = idChooser(route, sender, random);
  const named = dictionary(sender, random, ids);
  const making = { random, named };
  const path = route.path.replaceAll(/:(\w+)/g, (_, name: string, at: number) =>
    encodeURIComponent(wellFormed(ids(kindOfParameter(route.path.slice(0, at), name), name))),
  );
  const query = route.schemas.query
    ? queryOf(maybeSpoilt(validValue(route.schemas.query, making), random))
    : '';
  const json = route.schemas.json ? maybeSpoilt(validValue(route.schemas.json, making), random) : undefined;
  const form = route.form ? await formOf(route.form, making) : undefined;
  const headers: Record<string, string> = random.chance(0.15)
    ? { 'idempotency-key': random.pick([randomUUID(), 'short', 'x'.repeat(200), 'again-and-again']) }
    : {};
  return {
    route,
    path: path + query,
    ...(json === undefined ? {} : { json }),
    ...(form ? { form } : {}),
    headers,
    sent: `${path}${query} ${JSON.stringify(json ?? null)} ${form ? fieldsOf(form) : ''}`,
  };
}

const maybeSpoilt = (value: unknown, random: Random): unknown =>
  random.chance(0.15) ? spoilt(value, random) : value;

/** "/api/jobs/:jobId" asks for one of `jobs`, "/api/webhooks/:id" for one of `webhooks`. */
function kindOfParameter(before: string, name: string): string {
  if (name !== 'id') return kindOfField(name);
  const folders = before.split('/').filter((part) => part !== '' && !part.startsWith(':'));
  return (folders.at(-1) ?? '').replaceAll('-', '_');
}

/** "bulkRetryId" → "bulk_retries" */
function kindOfField(name: string): string {
  const noun = name.replace(/Id$/, '').replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}

type ChooseId = (kind: string, name: string) => string;

/** The ids of a call mostly belong to one customer; where they do not, a missing check of a single id shows. */
function idChooser({ path }: FuzzRoute, { self, others, shared }: Sender, random: Random): ChooseId {
  const namesThingOfThing = path.split(':').length > 2;
  const kindOfCall = random.weighted<CallKind>({
    own: 32,
    foreign: 32,
    mixed: namesThingOfThing ? 60 : 10,
    'made up': 8,
    malformed: 8,
  });
  let count = 0;
  const kindOfNext = (): IdKind => {
    count += 1;
    if (random.chance(0.1)) return random.pick(['own', 'foreign']);
    if (kindOfCall !== 'mixed') return kindOfCall;
    return count === 1 ? 'own' : 'foreign';
  };
  const stranger = random.pick(others);
  const ownerOf = (kind: IdKind): Owner => (kind === 'own' && self ? self : stranger);
  return (kind, name) => {
    const simple = simpleValues[name];
    if (simple) return random.pick(simple);
    const idKind = kindOfNext();
    if (idKind === 'made up') return randomUUID();
    if (idKind === 'malformed') return random.pick(hostileTexts.filter((text) => text !== ''));
    const owner = ownerOf(idKind);
    const known = valuesOf(owner)[name];
    if (known) return random.pick(known);
    return random.pick(idsFor(owner, kind, shared) ?? [randomUUID()]);
  };
}

const simpleValues: Readonly<Record<string, string[]>> = {
  portal: portals,
  rowNumber: ['1', '1', '1', '2', '0'],
  page: ['1', '1', '1', '2', '501'],
  slug: ['a-post', 'A post', 'nothing'],
  placement: ['blog_listing_top', 'nowhere'],
  file: [`${PDF_SERVICE}.pdf`, 'ctg-port-tracking.csv', '../package.json'],
};

/** Names other than the keys of rows. */
const valuesOf = ({ belongings, evidenceId }: Owner): Readonly<Record<string, string[]>> => ({
  paymentID: [belongings.paymentId],
  transactionId: [belongings.paymentId, belongings.transactionId],
  extractPath: [`rex/${belongings.zipUploadId}`],
  fileId: [belongings.fileId, evidenceId],
});

const aliases: Readonly<Record<string, string>> = { payments: 'payment_attempts' };

function idsFor(
  { rows, belongings }: Owner,
  kind: string,
  shared: ReadonlyMap<string, string[]>,
): string[] | null {
  const wanted = aliases[kind] ?? kind;
  const isWanted = (table: string): boolean => table === wanted || table.endsWith(`_${wanted}`);
  const table = [...rows.keys()].find(isWanted);
  if (table) {
    // The finished job has the most related records; the others are the latest jobs.
    if (table === 'jobs') return [belongings.jobId, ...[...(rows.get(table)?.keys() ?? [])].slice(-LATEST)];
    const keys = [...(rows.get(table)?.keys() ?? [])].slice(-LATEST);
    return keys.length > 0 ? keys : null;
  }
  const found = [...shared].find(([name, keys]) => isWanted(name) && keys.length > 0);
  return found?.[1] ?? null;
}

const PASSWORD_TOO = 'staple battery horse';

function dictionary({ self, others, learned }: Sender, random: Random, ids: ChooseId): Dictionary {
  const anybody = (): Owner => random.pick(self ? [self, self, ...others] : others);
  const usual: Readonly<Record<string, () => unknown>> = {
    currentPassword: () => (random.chance(0.9) ? (self?.account.password ?? 'wrong') : 'wrong-password'),
    newPassword: () => `${PASSWORD_TOO} ${random.below(1_000)}`,
    password: () => (random.chance(0.7) ? (self?.account.password ?? 'wrong') : PASSWORD_TOO),
    email: () => (random.chance(0.7) ? anybody().account.email : undefined),
    code: () => '123456',
    mobile: () => '+8801711000000',
    name: () => random.pick(['Ana', 'Changed', 'ERP']),
    slug: () => random.pick(['a-post', `post-${random.below(50)}`]),
    reason: () => 'Asked for by phone',
    time: () => '09:30',
    url: () => 'https://93.184.216.34/hook',
    serviceId: () => random.pick([PDF_SERVICE, PDF_SERVICE, 'ctg-port-tracking', random.pick(services).id]),
    serviceIds: () => null,
    addressRanges: () => [],
    scopes: () => ['jobs:read'],
    portal: () => random.pick(portals),
    portalName: () => random.pick(portals),
    consent: () => true,
    dateFrom: () => '2026-11-01',
    dateTo: () => '2026-11-30',
    kind: () => random.pick(['permit', 'exp']),
    totalCredits: () => 1,
    creditCost: () => 2,
    rowNumber: () => 1,
    page: () => 1,
    language: () => 'en',
    amount: () => random.pick([500, 1]),
    search: () => (random.chance(0.5) ? anybody().word : ''),
    value: () => 'EP-1',
    text: () => anybody().word,
    customer: () => anybody().word,
    limit: () => random.pick([1, 20, 50]),
    offset: () => 0,
  };
  return (name) => {
    const known = learned.get(name);
    if (known && random.chance(0.4)) return random.pick(known);
    if (/(Id|^id|^paymentID|^extractPath)$/.test(name) && name !== 'serviceId')
      return ids(kindOfField(name), name);
    return Object.hasOwn(usual, name) ? usual[name]?.() : undefined;
  };
}

function queryOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return '?page=%00';
  const parts = Object.entries(value).map(
    ([name, given]) => `${encodeURIComponent(name)}=${encodeURIComponent(wellFormed(String(given)))}`,
  );
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}

/** Lone surrogates cannot be written in an address. */
const wellFormed = (text: string): string => Buffer.from(text).toString();

async function formOf(
  { fields, files: names }: NonNullable<FuzzRoute['form']>,
  making: { random: Random; named: Dictionary },
): Promise<FormData> {
  const { random } = making;
  const form = new FormData();
  const given = fields ? maybeSpoilt(validValue(fields, making), random) : {};
  for (const [name, value] of Object.entries(given ?? {}))
    form.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  for (const name of names) {
    const usual = usualFiles[name];
    const file = usual && random.chance(0.75) ? usual : random.pick(files);
    if (random.chance(name === 'documents' ? 0.2 : 0.7)) form.set(name, await file());
  }
  return form;
}

const fieldsOf = (form: FormData): string =>
  [...form].map(([name, value]) => `${name}=${typeof value === 'string' ? value : value.name}`).join(' ');
