/** Finds what is wrong with an answer, whoever asked for it. */
import { errorCatalogue } from '#contracts/errors.ts';
import type { Answer } from '#tests/harness/app.ts';
import { marksOf, type Owner } from './owners.ts';
import type { FuzzRequest } from './requests.ts';

export type Asked = {
  request: FuzzRequest;
  answer: Answer;
  /** What Temporal received meanwhile. */
  recorded: string;
  /** Whose data the caller may neither see nor change with this call. */
  closed: readonly Owner[];
  secrets: readonly string[];
  /** What the caller has stored itself, so that answers may say it: others' words too, which it then knew before. */
  stored: readonly string[];
};

const internals =
  /prisma|postgres|invalid byte sequence|ECONN|node_modules|\bat .+\.(ts|js):\d|\/tmp\/|stack"/i;
/** Pages, and answers to machines; every other refusal has the envelope. */
const withoutEnvelope = new Set(['GET /api/health', 'GET /api/bkash/callback', 'POST /api/bkash/ipn']);

export function problemsOf(asked: Asked): string[] {
  return [...faults(asked), ...leaks(asked)];
}

function faults({ request: { route }, answer }: Asked): string[] {
  const { status, body, text, headers } = answer;
  const found: string[] = [];
  const requestId = headers.get('x-request-id');
  if (!requestId) found.push('has no request id');
  if (status === 500 || body['code'] === 'INTERNAL') found.push('is an internal error');
  if (status < 400) return found;
  if (internals.test(text)) found.push('tells what is inside');
  if (!route.path.startsWith('/api/') || withoutEnvelope.has(route.name)) return found;
  const { success, code, message } = body;
  const isEnvelope =
    success === false &&
    typeof message === 'string' &&
    typeof code === 'string' &&
    Object.hasOwn(errorCatalogue, code) &&
    body['requestId'] === requestId;
  if (!isEnvelope) found.push('is no refusal of the catalogue with its request id');
  return found;
}

function leaks({ request, answer, recorded, closed, secrets, stored }: Asked): string[] {
  const found: string[] = [];
  const said = `${answer.text} ${answer.headers.get('location') ?? ''}`;
  for (const owner of closed)
    for (const mark of marksOf(owner)) {
      if (!said.includes(mark) || [request.sent, ...stored].some((sent) => sent.includes(mark))) continue;
      found.push(`says "${mark}" of ${owner.name}`);
    }
  for (const { name, account, belongings } of closed)
    for (const id of [account.id, ...Object.values(belongings)])
      if (id !== '' && recorded.includes(id)) found.push(`told Temporal "${id}" of ${name}`);
  for (const secret of secrets) if (said.includes(secret)) found.push('says a secret');
  return found;
}
