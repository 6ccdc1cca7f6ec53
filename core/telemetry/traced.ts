import { type Readable, finished as whenFinished } from 'node:stream';
import {
  type Attributes,
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api';

/** Off until an exporter is set up, so no spans are created without one. */
let isOn = false;

export function switchTracesOn(): void {
  isOn = true;
}

export function switchTracesOff(): void {
  isOn = false;
}

/** The facts of an answered request for its span. */
export interface TracedRequest {
  readonly request: {
    readonly method?: string;
    readonly url?: string;
    readonly headers: Readonly<Record<string, unknown>>;
  };
  readonly requestId: string;
  readonly route: { readonly path: string } | undefined;
}

/** Machines call these every few seconds; their traces are not useful. */
const PROBES: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * Records an incoming request as a span that continues its caller's trace (W3C Trace Context). Names and attributes
 * follow OpenTelemetry's semantic conventions for HTTP. Except for the request id, a span never contains text from
 * clients or error messages.
 *
 * @param isFromPart - whether the caller is another part of Tributary, which has already decided whether the trace is
 *   sampled. From other callers only the trace id is used, and the sampling is decided here.
 * @param work - answers the request and returns the status
 */
export async function tracedRequest(
  seen: TracedRequest,
  isFromPart: boolean,
  work: () => Promise<number>,
): Promise<void> {
  const { method = '', url, headers } = seen.request;
  if (!isOn || PROBES.has(url)) {
    await work();
    return;
  }
  const attributes = { 'http.request.method': method, 'tributary.request_id': seen.requestId };
  const options = { kind: SpanKind.SERVER, attributes };
  await tracer().startActiveSpan(method, options, callersContext(headers, isFromPart), async (span) => {
    try {
      const status = await work();
      span.setAttribute('http.response.status_code', status);
      // A refusal is not a server error: https://opentelemetry.io/docs/specs/semconv/http/http-spans/#status
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    } finally {
      if (seen.route !== undefined) span.updateName(`${method} ${seen.route.path}`);
      if (seen.route !== undefined) span.setAttribute('http.route', seen.route.path);
      span.end();
    }
  });
}

/** Records `work` as a span of the current trace, or as the first span of a new one. */
export function traced<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  if (!isOn) return work();
  return tracer().startActiveSpan(name, { kind: SpanKind.INTERNAL, attributes }, (span) => ended(span, work));
}

/** Records a call to another process as a span. A call outside a trace (for a probe or a scrape) starts none. */
export function tracedCall<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  if (!isOn || trace.getActiveSpan() === undefined) return work();
  return tracer().startActiveSpan(name, { kind: SpanKind.CLIENT, attributes }, (span) => ended(span, work));
}

/** Records a call that is answered by a stream; its span ends with the stream. */
export function tracedStream<S extends Readable>(
  name: string,
  attributes: Attributes,
  open: () => Promise<S>,
): Promise<S> {
  if (!isOn || trace.getActiveSpan() === undefined) return open();
  return tracer().startActiveSpan(name, { kind: SpanKind.CLIENT, attributes }, async (span) => {
    try {
      const stream = await open();
      whenFinished(stream, (error) => {
        if (error) failed(span, error);
        span.end();
      });
      return stream;
    } catch (error) {
      failed(span, error);
      span.end();
      throw error;
    }
  });
}

/** The headers that pass the current trace to the next part. */
export function traceHeaders(): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  if (isOn) propagation.inject(context.active(), headers);
  return headers;
}

/** Adds attributes to the current span. */
export function traceNote(attributes: Attributes): void {
  if (isOn) trace.getActiveSpan()?.setAttributes(attributes);
}

/** The fields that each log line within a trace has. */
export function traceOfLine(): { readonly trace_id?: string } {
  const span = isOn ? trace.getActiveSpan() : undefined;
  return span === undefined ? {} : { trace_id: span.spanContext().traceId };
}

function tracer(): Tracer {
  return trace.getTracer('tributary');
}

function callersContext(headers: Readonly<Record<string, unknown>>, isFromPart: boolean): Context {
  const given = propagation.extract(ROOT_CONTEXT, headers);
  if (isFromPart) return given;
  const caller = trace.getSpanContext(given);
  if (caller === undefined) return ROOT_CONTEXT;
  // Asks the sampler for a decision on a new trace; the span itself is never ended, so it is never sent.
  const isSampled = tracer().startSpan('sampling', { root: true }).isRecording();
  const traceFlags = isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE;
  return trace.setSpanContext(ROOT_CONTEXT, { ...caller, traceFlags });
}

async function ended<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    failed(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/** Records the error's code (SQLSTATE, network, catalogue) or its class, never its message. */
function failed(span: Span, error: unknown): void {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const kind = error instanceof Error ? error.name : typeof error;
  span.setAttribute('error.type', typeof code === 'string' ? code : kind);
  span.setStatus({ code: SpanStatusCode.ERROR });
}
