/** Renders the API documentation for signed-in customers from the OpenAPI document. */
import { Box, Code, Flex, Link, Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Download, SearchX } from 'lucide-react';
import { useState } from 'react';
import { useWords } from '#web/lib/words.ts';
import { Panel } from '#web/ui/panel.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { EmptyState, LoadFailure, LoadingLines } from '#web/ui/states.tsx';
import { SystemsFrame } from '#web/features/integrations/api-access/systems-frame.tsx';
import { documentQuery, operationsOf, type ApiDocument, type Operation } from './document.ts';
import { CodeBlock, OperationView } from './operation-view.tsx';
import { docsWords } from './words.ts';

const searchMax = 60;

const checkExample = `import { createHmac, timingSafeEqual } from 'node:crypto';

function isFromChalan(secret, header, rawBody) {
  const [, t, v1] = /^t=(\\d+),v1=([0-9a-f]{64})$/.exec(header) ?? [];
  if (!t || Math.abs(Date.now() / 1000 - Number(t)) > 300) return false;
  const wanted = createHmac('sha256', secret).update(t + '.' + rawBody).digest('hex');
  return timingSafeEqual(Buffer.from(wanted), Buffer.from(v1));
}`;

function matches({ method, path, summary }: Operation, search: string): boolean {
  const text = `${method} ${path} ${summary}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function Groups(props: { document: ApiDocument; search: string }) {
  const { document, search } = props;
  const words = useWords(docsWords);
  const groups = document.tags
    .map((tag) => ({
      ...tag,
      operations: operationsOf(document, tag.name).filter((operation) => matches(operation, search)),
    }))
    .filter(({ operations }) => operations.length > 0);
  if (groups.length === 0)
    return (
      <EmptyState icon={SearchX} title={words.nothing}>
        {words.nothingText}
      </EmptyState>
    );
  return groups.map(({ name, description, operations }) => (
    <Panel key={name} title={name} lang="en">
      <Text textStyle="sm" color="fg.muted" pb="2">
        {description}
      </Text>
      {operations.map((operation) => (
        <OperationView key={operation.operationId} operation={operation} />
      ))}
    </Panel>
  ));
}

/** Renders the only Markdown that the document's introduction uses: code between backticks. */
function WithCode({ text }: { text: string }) {
  const parts = text.split('`').map((part, index) => ({ part, at: index, isCode: index % 2 === 1 }));
  return (
    <Text>
      {parts.map(({ part, at, isCode }) =>
        isCode ? (
          <Code key={at} textStyle="xs" color="fg">
            {part}
          </Code>
        ) : (
          part
        ),
      )}
    </Text>
  );
}

export function ApiDocsPage() {
  const words = useWords(docsWords);
  const document = useQuery(documentQuery);
  const [search, setSearch] = useState('');
  return (
    <SystemsFrame place="docs">
      {document.isPending ? <LoadingLines lines={6} height="12" label={words.loading} /> : null}
      <LoadFailure title={words.failed} query={document} />
      {document.data ? (
        <>
          <Stack gap="2" maxW="3xl" color="fg.muted" textStyle="sm" lang="en">
            {document.data.info.description.split('\n\n').map((paragraph) => (
              <WithCode key={paragraph} text={paragraph} />
            ))}
          </Stack>
          <Flex gap="3" wrap="wrap" align="center" justify="space-between">
            <SearchField label={words.search} value={search} maxLength={searchMax} onSearch={setSearch} />
            <Link
              href="/api/openapi.json"
              download="chalan-openapi.json"
              variant="underline"
              color="brand.fg"
              minH="6"
              textStyle="sm"
            >
              <Download size={16} aria-hidden /> {words.asFile}
            </Link>
          </Flex>
          <Groups document={document.data} search={search} />
          <Panel title={words.webhookTitle}>
            <Stack gap="3">
              <Text textStyle="sm" color="fg.muted" maxW="3xl">
                {words.webhookText}
              </Text>
              <Box minW="0">
                <CodeBlock text={checkExample} what={words.exampleNamed(words.webhookTitle)} />
              </Box>
            </Stack>
          </Panel>
        </>
      ) : null}
    </SystemsFrame>
  );
}
