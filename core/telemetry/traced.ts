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

/** Off until an exporter is set up: then a span costs nothing, for none is made. */
let isOn = false;

export function switchTracesOn(): void {
  isOn = true;
}

export function switchTracesOff(): void {
  isOn = false;
}

/** A request of which a span is made, as its host knows it when it has been answered. */
export interface TracedRequest {
  readonly request: {
    readonly method?: string;
    readonly url?: string;
    readonly headers: Readonly<Record<string, unknown>>;
  };
  readonly requestId: string;
  readonly route: { readonly path: string } | undefined;
}

/** Asked every few seconds by machines: nobody looks for their traces. */
const PROBES: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz', '/metrics']);

/**
 * Shows a request from outside this process as a span that goes on with its caller's trace (W3C Trace Context). Names and
 * attributes are those of OpenTelemetry's semantic conventions for HTTP; what clients send but their request id, and what
 * errors say, is never put on a span.
 *
 * @param isFromPart - whether it comes from a part of ours, which has decided already whether the trace is sampled. Of others
 *   the trace's id is taken, and the decision is ours.
 * @param work - answers it, and returns the status
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
      // A refusal is no fault of the server's: https://opentelemetry.io/docs/specs/semconv/http/http-spans/#status
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
    } finally {
      if (seen.route !== undefined) span.updateName(`${method} ${seen.route.path}`);
      if (seen.route !== undefined) span.setAttribute('http.route', seen.route.path);
      span.end();
    }
  });
}

/** Shows `work` as a span of the trace that is under way, or as the first of a new one. */
export function traced<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  if (!isOn) return work();
  return tracer().startActiveSpan(name, { kind: SpanKind.INTERNAL, attributes }, (span) => ended(span, work));
}

/** The same for a call of something outside this process. What belongs to no trace (a probe's, a scrape's) begins none. */
export function tracedCall<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  if (!isOn || trace.getActiveSpan() === undefined) return work();
  return tracer().startActiveSpan(name, { kind: SpanKind.CLIENT, attributes }, (span) => ended(span, work));
}

/** The same for a call that is answered by a stream: its span ends with that. */
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

/** What tells the next part which trace it is in. */
export function traceHeaders(): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  if (isOn) propagation.inject(context.active(), headers);
  return headers;
}

/** Adds to the span that is under way. */
export function traceNote(attributes: Attributes): void {
  if (isOn) trace.getActiveSpan()?.setAttributes(attributes);
}

/** What each line of the log carries that belongs to a trace. */
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
  // What our sampler says of a trace that nobody asked for; the span itself is never ended, and so never sent.
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

/** Tells the error's code (SQLSTATE, the network's, the catalogue's) or its kind, never its words. */
function failed(span: Span, error: unknown): void {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const kind = error instanceof Error ? error.name : typeof error;
  span.setAttribute('error.type', typeof code === 'string' ? code : kind);
  span.setStatus({ code: SpanStatusCode.ERROR });
}
