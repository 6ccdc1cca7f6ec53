import { createServer } from 'node:http';

export interface SeenSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly service: string;
  readonly attributes: readonly { readonly key: string; readonly value: unknown }[];
}

/** Stands in for an OpenTelemetry collector: takes OTLP over HTTP as JSON, and remembers. */
export interface Collector {
  readonly url: string;
  readonly spans: readonly SeenSpan[];
  close(): Promise<void>;
}

export async function openCollector(): Promise<Collector> {
  const spans: SeenSpan[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    for (const { resource, scopeSpans } of JSON.parse(text).resourceSpans) {
      const named = resource.attributes.find(({ key }: { key: string }) => key === 'service.name');
      for (const scope of scopeSpans) {
        for (const span of scope.spans) spans.push({ ...span, service: named.value.stringValue });
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
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
