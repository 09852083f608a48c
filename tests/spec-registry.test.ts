/** Section 7 of the specification against the registry of calls: each is there, with the fields that are told. */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { callEntries } from '#contracts/calls/calls.ts';
import type { Call } from '#contracts/calls/call.ts';
import { routes } from './api/routes.ts';

/** The specification is no part of a checkout that stands alone. */
const place = new URL('../../shared/spec.md', import.meta.url);
const isThere = existsSync(place);

type SpecifiedCall = { line: string; shape: string; query: string[]; body: string[]; response: string[] };

const ofEveryAnswer = new Set(['success', 'message', 'error']);
const shapeOf = (route: string): string => route.replaceAll(/\{\w+\}|:\w+/g, ':');
/** Of "body a, b (add or deduct)", what can be the name of a field. */
const namesAfter = (line: string, word: RegExp): string[] =>
  (word.exec(line)?.[1] ?? '')
    .replaceAll(/\([^)]*\)|, a list of .*/g, '')
    .split(/,| and /)
    .map((text) => text.trim().replace(/\..*$/, ''))
    .filter((text) => /^[a-zA-Z_]+$/.test(text) && !ofEveryAnswer.has(text));

function specifiedCalls(): SpecifiedCall[] {
  const text = readFileSync(place, 'utf8');
  const section = text.slice(text.indexOf('## 7.'), text.indexOf('## 8.'));
  return section.split('\n').flatMap((line) => {
    const [, method, path] = /^- (GET|POST|PUT|PATCH|DELETE) (\/[\w/{}-]+)/.exec(line) ?? [];
    if (!method || !path) return [];
    return {
      line,
      shape: shapeOf(`${method} ${path}`),
      query: namesAfter(line, /with query ([^:;]*)/),
      body: namesAfter(line, /(?:body|multipart(?: with)?) ([^;.]*)/),
      response: namesAfter(line, /response ([^.]*)/),
    };
  });
}

const fieldsOf = (schema: z.ZodType | undefined, io: 'input' | 'output'): string[] => {
  // Of an answer that may wait for a second administrator, the usual one.
  if (schema instanceof z.ZodUnion)
    return schema.options.flatMap((option) => fieldsOf(option as z.ZodType, io));
  if (!schema) return [];
  const { properties, $ref: place, $defs: named } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return Object.keys(properties ?? named?.[place?.split('/').at(-1) ?? '']?.properties ?? {});
};
const taken = ({ body, form }: Call): string[] => [
  ...fieldsOf(body, 'input'),
  ...fieldsOf(form?.fields, 'input'),
  ...Object.keys(form?.files ?? {}),
];
const callOf = new Map(callEntries.map(([name, call]) => [shapeOf(name), call]));

describe.skipIf(!isThere)('a call of the specification', () => {
  const specified = isThere ? specifiedCalls() : [];
  const known = new Set(Object.keys(routes).map(shapeOf));
  const described = specified.flatMap((each) => {
    const call = callOf.get(each.shape);
    return call ? [{ ...each, call }] : [];
  });

  it('section 7 has the format that this test parses', () => {
    expect(specified.length).toBeGreaterThan(50);
    expect(described.length).toBeGreaterThan(30);
  });

  it.each(specified)('the specified call $shape exists in the registry', ({ shape }) => {
    expect(known.has(shape)).toBe(true);
  });

  it.each(described)(
    '$shape accepts and returns the fields that the specification describes',
    ({ call, query, body, response }) => {
      expect(fieldsOf(call.query, 'input')).toEqual(expect.arrayContaining(query));
      expect(taken(call)).toEqual(expect.arrayContaining(body));
      expect(fieldsOf(call.answer, 'output')).toEqual(expect.arrayContaining(response));
    },
  );
});
