/** The page that describes the API shows named shapes where they are answered. */
import { expect, test } from 'vitest';
import { openApiDocument } from '#api/domain/integrations/openapi.ts';
import {
  contentOf,
  linesOf,
  operationsOf,
  withShapes,
} from '#web/features/integrations/api-docs/document.ts';

const document = withShapes(openApiDocument() as Parameters<typeof withShapes>[0]);

test('the answer of a call is described field by field, also within its lists', () => {
  const rows = operationsOf(document, 'Jobs').find(({ path }) => path === '/api/jobs/{jobId}/rows');
  const answer = contentOf(rows?.responses['200']?.content);
  const names = linesOf(answer?.schema ?? {}).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['rows', 'rows[].outcome', 'pagination.totalPages']));
});

test('no shape is left as a reference', () => {
  expect(JSON.stringify(document.paths)).not.toContain('$ref');
});
