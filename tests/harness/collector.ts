/** A collector of traces: takes spans by OTLP over HTTP, as a real one does, and shows how they hang together. */
import { startReceiver } from './receiver.ts';

type Value = { stringValue?: string; intValue?: number };
type Sent = {
  resourceSpans: {
    resource: { attributes: { key: string; value: Value }[] };
    scopeSpans: { spans: SentSpan[] }[];
  }[];
};
type SentSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: Value }[];
  status: { code: number };
};

export type TakenSpan = {
  traceId: string;
  id: string;
  parentId: string | null;
  name: string;
  process: string;
  startMs: number;
  facts: Record<string, string | number | undefined>;
  isFailed: boolean;
};

const ERROR_CODE = 2;
const NANO_PER_MS = 1_000_000n;
const PATH = '/v1/traces';

/** Use at the top of a file; it is closed when the file ends. */
export async function startCollector() {
  const receiver = await startReceiver();
  const bodies = (): string[] => receiver.at(PATH).map(({ body }) => body);
  const spans = (): TakenSpan[] => bodies().flatMap(spansIn);
  return {
    /** OTEL_EXPORTER_OTLP_ENDPOINT. */
    endpoint: receiver.url(''),
    /** Everything that was sent, as text. */
    text: (): string => bodies().join('\n'),
    requests: () => receiver.at(PATH),
    spans,
    /** The spans of the trace that the request of a job began. */
    traceOf: (jobId: string): TakenSpan[] => {
      const all = spans();
      const root = all.find(({ parentId, facts }) => parentId === null && facts['chalan.job'] === jobId);
      return all.filter(({ traceId }) => traceId === root?.traceId);
    },
    answerWith: receiver.answerWith,
  };
}

/** The names from a span up to the first one without a parent; `?` for a parent that was never sent. */
export function pathOf(span: TakenSpan, trace: readonly TakenSpan[]): string[] {
  if (span.parentId === null) return [span.name];
  const parent = trace.find(({ id }) => id === span.parentId);
  return [span.name, ...(parent ? pathOf(parent, trace) : ['?'])];
}

function spansIn(body: string): TakenSpan[] {
  const { resourceSpans } = JSON.parse(body) as Sent;
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        traceId: span.traceId,
        id: span.spanId,
        parentId: span.parentSpanId ?? null,
        name: span.name,
        process: String(factsOf(resource.attributes)['service.name']),
        startMs: Number(BigInt(span.startTimeUnixNano) / NANO_PER_MS),
        facts: factsOf(span.attributes),
        isFailed: span.status.code === ERROR_CODE,
      })),
    ),
  );
}

const factsOf = (attributes: { key: string; value: Value }[]): TakenSpan['facts'] =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));
