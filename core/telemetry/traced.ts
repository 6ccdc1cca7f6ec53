import { type Attributes, context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';

/** Off until an exporter is set up: then a span costs nothing, for none is made. */
let isOn = false;

export function switchTracesOn(): void {
  isOn = true;
}

export function switchTracesOff(): void {
  isOn = false;
}

/**
 * Shows `work` as a span of the trace that is under way. Names and attributes are ours (a route's pattern, a statement's name);
 * what clients send, and what errors say, is never put on a span.
 */
export function traced<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  if (!isOn) return work();
  return within(name, { kind: SpanKind.INTERNAL, attributes }, work);
}

/** The same for a request that comes from outside this process: it goes on with its caller's trace (W3C Trace Context). */
export function tracedRequest<T>(
  name: string,
  headers: Readonly<Record<string, unknown>>,
  work: () => Promise<T>,
): Promise<T> {
  if (!isOn) return work();
  return context.with(propagation.extract(context.active(), headers), () =>
    within(name, { kind: SpanKind.SERVER, attributes: {} }, work),
  );
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

function within<T>(
  name: string,
  options: { readonly kind: SpanKind; readonly attributes: Attributes },
  work: () => Promise<T>,
): Promise<T> {
  return trace.getTracer('tributary').startActiveSpan(name, options, (span) => finished(span, work));
}

async function finished<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}
