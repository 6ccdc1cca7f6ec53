import { setTimeout as sleep } from 'node:timers/promises';
import type { SpanExporter } from '@opentelemetry/sdk-trace-node';
import type { Logger } from 'pino';
import { traceLosses } from './metrics.js';
import { switchTracesOff, switchTracesOn } from './traced.js';

export interface TraceExport {
  /** Sends the remaining spans, if the collector accepts them soon enough. */
  stop(): Promise<void>;
}

/** A collector that hangs must not delay a stop. */
const STOPS_WITHIN_MS = 2_000;

/**
 * Sends this process's traces to an OpenTelemetry collector, by OTLP over HTTP. OpenTelemetry itself reads the standard
 * variables for sampling, resource and export (OTEL_TRACES_SAMPLER, OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES,
 * OTEL_EXPORTER_OTLP_HEADERS). The libraries are loaded only here, so a process without a collector does not load them.
 *
 * @param endpoint - the collector's address, for example `http://127.0.0.1:4318` or `https://vendor.example/otlp`
 * @param service - the default for OTEL_SERVICE_NAME
 */
export async function exportTraces(endpoint: string, service: string, logger: Logger): Promise<TraceExport> {
  const { BatchSpanProcessor, NodeTracerProvider } = await import('@opentelemetry/sdk-trace-node');
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
  const { detectResources, envDetector, resourceFromAttributes, serviceInstanceIdDetector } = await import(
    '@opentelemetry/resources'
  );
  // The path is appended to the address:
  // https://opentelemetry.io/docs/specs/otel/protocol/exporter/#endpoint-urls-for-otlphttp
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` });
  const named = resourceFromAttributes({ 'service.name': service });
  const provider = new NodeTracerProvider({
    resource: named.merge(detectResources({ detectors: [serviceInstanceIdDetector, envDetector] })),
    spanProcessors: [new BatchSpanProcessor(tellingLosses(exporter, logger))],
  });
  provider.register();
  switchTracesOn();
  return {
    stop: async () => {
      switchTracesOff();
      const done = new AbortController();
      const sent = provider.shutdown().then(
        () => true,
        () => false,
      );
      const late = sleep(STOPS_WITHIN_MS, false, { signal: done.signal }).catch(() => false);
      if (!(await Promise.race([sent, late])))
        logger.warn('the last traces were not sent: the collector does not accept them');
      done.abort();
    },
  };
}

/** Missing traces are easy to overlook, so lost spans are counted, and the first loss is logged. */
function tellingLosses(exporter: SpanExporter, logger: Logger): SpanExporter {
  let isLosing = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const { code, error } = result;
        if (code !== 0) traceLosses.inc(spans.length);
        if (code !== 0 && !isLosing)
          logger.warn({ reason: error?.message }, 'the collector does not accept traces: they are lost');
        isLosing = code !== 0;
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
}
