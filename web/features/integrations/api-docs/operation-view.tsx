/** Renders one operation of the API; it expands to parameters, body, response, errors and an example. */
import { Badge, chakra, Code, Flex, Heading, Stack, Table, Text } from '@chakra-ui/react';
import { useState, type ReactNode } from 'react';
import { useWords } from '#web/lib/words.ts';
import { useUser } from '#web/features/accounts/auth/queries.ts';
import { CopyButton } from '#web/features/integrations/api-access/copy-button.tsx';
import {
  accessOf,
  contentOf,
  curlOf,
  linesOf,
  parameterLines,
  type Line,
  type Operation,
} from './document.ts';
import { docsWords } from './words.ts';
import { ScrollFrame } from '#web/ui/scroll-frame.tsx';

const tones: Record<string, string> = { GET: 'information', POST: 'brand', DELETE: 'failure' };

function Part(props: { title: string; children: ReactNode }) {
  return (
    <Stack gap="1.5" minW="0">
      <Heading as="h3" size="sm">
        {props.title}
      </Heading>
      {props.children}
    </Stack>
  );
}

/** Nearly all fields of a response are required, so that they are not marked there. */
function Lines(props: { label: string; lines: Line[]; marksRequired?: boolean }) {
  const { label, lines, marksRequired = true } = props;
  const words = useWords(docsWords);
  return (
    <ScrollFrame label={label}>
      <Table.Root size="sm">
        <Table.Header>
          <Table.Row bg="bg.muted">
            <Table.ColumnHeader>{words.columns.name}</Table.ColumnHeader>
            <Table.ColumnHeader>{words.columns.type}</Table.ColumnHeader>
            <Table.ColumnHeader>{words.columns.note}</Table.ColumnHeader>
          </Table.Row>
        </Table.Header>
        <Table.Body>
          {lines.map(({ name, type, required, note }) => (
            <Table.Row key={name} bg="bg.panel" verticalAlign="top">
              <Table.Cell fontFamily="mono" textStyle="xs" whiteSpace="nowrap">
                {name}
              </Table.Cell>
              <Table.Cell textStyle="xs" minW="28" maxW="80">
                {type}
              </Table.Cell>
              <Table.Cell textStyle="xs" color="fg.muted" minW="40">
                {[required && marksRequired ? words.required : '', note].filter(Boolean).join(', ')}
              </Table.Cell>
            </Table.Row>
          ))}
        </Table.Body>
      </Table.Root>
    </ScrollFrame>
  );
}

export function CodeBlock(props: { text: string; what: string }) {
  const { text, what } = props;
  return (
    <Flex gap="2" align="flex-start" borderWidth="1px" borderRadius="l2" bg="bg.subtle" p="2">
      <chakra.pre
        flex="1"
        minW="0"
        overflowX="auto"
        textStyle="xs"
        fontFamily="mono"
        tabIndex={0}
        aria-label={what}
        py="1"
      >
        {text}
      </chakra.pre>
      <CopyButton text={text} what={what} />
    </Flex>
  );
}

function Errors(props: { operation: Operation }) {
  const failures = Object.entries(props.operation.responses).filter(([status]) => status !== '200');
  return (
    <Stack as="ul" listStyleType="none" gap="1" textStyle="xs">
      {failures.map(([status, { description }]) => (
        <Flex as="li" key={status} gap="2">
          <Text as="span" fontFamily="mono" fontWeight="medium" flexShrink="0">
            {status}
          </Text>
          <Text as="span" color="fg.muted" whiteSpace="pre-line">
            {description.replaceAll('\n\n', '\n')}
          </Text>
        </Flex>
      ))}
    </Stack>
  );
}

function Details(props: { operation: Operation }) {
  const { operation } = props;
  const words = useWords(docsWords);
  const user = useUser();
  const call = `${operation.method} ${operation.path}`;
  const parameters = parameterLines(operation);
  const body = contentOf(operation.requestBody?.content);
  const answer = contentOf(operation.responses['200']?.content);
  const isJson = answer?.type === 'application/json' && answer.schema['format'] !== 'binary';
  return (
    <Stack gap="4" ps={{ md: '4' }} pb="4" pt="1">
      {parameters.length > 0 ? (
        <Part title={words.parameters}>
          <Lines label={`${words.parameters}: ${call}`} lines={parameters} />
        </Part>
      ) : null}
      {body ? (
        <Part title={`${words.body}: ${body.type}`}>
          <Lines label={`${words.body}: ${call}`} lines={linesOf(body.schema)} />
        </Part>
      ) : null}
      {answer ? (
        <Part title={words.answer}>
          {isJson ? (
            <Lines label={`${words.answer}: ${call}`} lines={linesOf(answer.schema)} marksRequired={false} />
          ) : (
            <Text textStyle="sm">{words.file(answer.type)}</Text>
          )}
        </Part>
      ) : null}
      <Part title={words.errors}>
        <Errors operation={operation} />
      </Part>
      {accessOf(operation) === 'token' ? (
        <Part title={words.example}>
          <CodeBlock
            text={curlOf(operation, { origin: window.location.origin, userId: user.id })}
            what={words.exampleNamed(call)}
          />
        </Part>
      ) : null}
    </Stack>
  );
}

export function OperationView(props: { operation: Operation }) {
  const { operation } = props;
  const words = useWords(docsWords);
  const [isOpen, setIsOpen] = useState(false);
  const access = accessOf(operation);
  const scope = operation['x-scope'];
  return (
    <chakra.details
      borderTopWidth="1px"
      _first={{ borderTopWidth: '0' }}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <chakra.summary cursor="pointer" py="2.5">
        <Flex
          as="span"
          display="inline-flex"
          gap="2"
          rowGap="1"
          align="center"
          wrap="wrap"
          maxW="calc(100% - 1.5rem)"
        >
          <Badge
            colorPalette={tones[operation.method] ?? 'attention'}
            fontFamily="mono"
            minW="14"
            justifyContent="center"
          >
            {operation.method}
          </Badge>
          <Code textStyle="sm" bg="transparent" color="fg" overflowWrap="anywhere" whiteSpace="normal" px="0">
            {operation.path}
          </Code>
          <Text as="span" textStyle="sm" color="fg.muted">
            {operation.summary}
          </Text>
          <Badge size="sm" colorPalette={access === 'token' ? 'brand' : 'gray'}>
            {scope ? words.scope(scope) : words.access[access]}
          </Badge>
        </Flex>
      </chakra.summary>
      {isOpen ? <Details operation={operation} /> : null}
    </chakra.details>
  );
}
