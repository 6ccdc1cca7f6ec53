import { createServer } from 'node:http';

export interface SeenSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly service: string;
  /** 2: SERVER, 3: CLIENT. */
  readonly kind: number;
  /** Code 2: ERROR. */
  readonly status: { readonly code?: number };
  /** Attributes by name, of the span's resource and of the span itself. */
  readonly resource: Readonly<Record<string, unknown>>;
  readonly about: Readonly<Record<string, unknown>>;
}

/** A stand-in for an OpenTelemetry collector: accepts OTLP over HTTP as JSON, and stores it. */
export interface Collector {
  readonly url: string;
  readonly spans: readonly SeenSpan[];
  /** The address to send spans to. */
  readonly paths: ReadonlySet<string>;
  close(): Promise<void>;
}

export async function openCollector(): Promise<Collector> {
  const spans: SeenSpan[] = [];
  const paths = new Set<string>();
  const server = createServer(async (request, response) => {
    paths.add(request.url ?? '');
    let text = '';
    for await (const chunk of request) text += String(chunk);
    for (const { resource: told, scopeSpans } of JSON.parse(text).resourceSpans) {
      const resource = byName(told.attributes);
      for (const scope of scopeSpans) {
        for (const { attributes, ...span } of scope.spans)
          spans.push({ ...span, service: resource['service.name'], resource, about: byName(attributes) });
      }
    }
    response.setHeader('content-type', 'application/json').end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = address !== null && typeof address !== 'string' ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    paths,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

function byName(attributes: readonly Attribute[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
