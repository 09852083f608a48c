/** SEARCH: the criteria of RFC 3501 that test a mail's dates, addresses, size and words. */
import type { Message } from '#tests/sandbox/portals/mailbox/messages.ts';
import { inSet, textOf, type Token } from './syntax.ts';

type Test = (message: Message) => boolean;

const day = (text: string): string => {
  const time = Date.parse(`${text} UTC`);
  if (Number.isNaN(time)) throw new Error('This is no date.');
  return new Date(time).toISOString().slice(0, 10);
};
const has = (text: string, part: string): boolean => text.toLowerCase().includes(part.toLowerCase());
const fromOf = ({ mail }: Message): string => `${mail.from.name} <${mail.from.address}>`;
const wordsOf = (message: Message): string =>
  [fromOf(message), message.mail.subject, message.mail.text].join('\n');

const headers: Record<string, (message: Message) => string> = {
  FROM: fromOf,
  SUBJECT: ({ mail }) => mail.subject,
};
/** Criteria with one argument. */
const withArgument: Record<string, (argument: string, largest: number) => Test> = {
  SINCE: (text) => {
    const from = day(text);
    return ({ mail }) => mail.at.slice(0, 10) >= from;
  },
  BEFORE: (text) => {
    const end = day(text);
    return ({ mail }) => mail.at.slice(0, 10) < end;
  },
  ON: (text) => {
    const wanted = day(text);
    return ({ mail }) => mail.at.slice(0, 10) === wanted;
  },
  FROM: (text) => (message) => has(fromOf(message), text),
  SUBJECT:
    (text) =>
    ({ mail }) =>
      has(mail.subject, text),
  BODY:
    (text) =>
    ({ mail }) =>
      has(mail.text, text),
  TEXT: (text) => (message) => has(wordsOf(message), text),
  LARGER:
    (text) =>
    ({ raw }) =>
      raw.length > Number(text),
  SMALLER:
    (text) =>
    ({ raw }) =>
      raw.length < Number(text),
  UID: (text, largest) => {
    const isIn = inSet(text, largest);
    return ({ mail }) => isIn(mail.uid);
  },
};
/** No mail here is ever marked as read. */
const alone: Record<string, Test> = { ALL: () => true, UNSEEN: () => true, SEEN: () => false };

export function searchTest(tokens: readonly Token[], largest: number): Test {
  const rest = [...tokens];
  if (textOf(rest[0]).toUpperCase() === 'CHARSET') rest.splice(0, 2);
  const tests: Test[] = [];
  while (rest.length > 0) tests.push(nextTest(rest, largest));
  return (message) => tests.every((test) => test(message));
}

/** Removes the first criterion from the list and returns its test. */
function nextTest(rest: Token[], largest: number): Test {
  const token = rest.shift();
  if (token?.kind === 'list') return searchTest(token.items, largest);
  const name = textOf(token).toUpperCase();
  if (name === 'NOT') {
    const inner = nextTest(rest, largest);
    return (message) => !inner(message);
  }
  if (name === 'OR') {
    const [first, second] = [nextTest(rest, largest), nextTest(rest, largest)];
    return (message) => first(message) || second(message);
  }
  if (name === 'HEADER') {
    const [field, part] = [textOf(rest.shift()).toUpperCase(), textOf(rest.shift())];
    const valueOf = headers[field];
    if (!valueOf) throw new Error(`The header ${field} cannot be searched.`);
    return (message) => has(valueOf(message), part);
  }
  const single = alone[name];
  if (single) return single;
  const make = withArgument[name];
  if (!make || rest.length === 0) throw new Error(`The criterion ${name} is not known.`);
  return make(textOf(rest.shift()), largest);
}
