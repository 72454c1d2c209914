import { isSpanContextValid, type Link, type SpanContext } from '@opentelemetry/api';

/** A span as text, in version 00 of W3C Trace Context. Undefined if no SDK is set up. */
export function formatTraceParent(spanContext: SpanContext): string | undefined {
  if (!isSpanContextValid(spanContext)) return undefined;
  const { traceId, spanId, traceFlags } = spanContext;
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}

/** The links to the span of a text; none if there is no valid one. */
export function linksTo(traceParent: string | undefined): Link[] {
  const [, traceId = '', spanId = '', flags = ''] = traceParent?.split('-') ?? [];
  const spanContext = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(spanContext) ? [{ context: spanContext }] : [];
}
