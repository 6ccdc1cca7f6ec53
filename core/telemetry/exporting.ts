import { switchTracesOff, switchTracesOn } from './traced.js';

export interface TraceExport {
  /** Sends what is still to be sent. */
  stop(): Promise<void>;
}

/**
 * Sends this process's traces to an OpenTelemetry collector, by OTLP over HTTP. Sampling follows the standard variables
 * (OTEL_TRACES_SAMPLER). The libraries are loaded only here: without a collector no process pays for them.
 *
 * @param endpoint - the collector's address, for example `http://127.0.0.1:4318`
 */
export async function exportTraces(endpoint: string, service: string): Promise<TraceExport> {
  const { BatchSpanProcessor, NodeTracerProvider } = await import('@opentelemetry/sdk-trace-node');
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
  const { resourceFromAttributes } = await import('@opentelemetry/resources');
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url: new URL('/v1/traces', endpoint).href }))],
  });
  provider.register();
  switchTracesOn();
  return {
    stop: async () => {
      switchTracesOff();
      await provider.shutdown();
    },
  };
}
