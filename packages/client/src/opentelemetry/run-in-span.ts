import {
  type Attributes,
  type Context,
  context,
  type Histogram,
  type Span,
  type SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { EscrowError } from '../index.ts';

/** An operation to record as a span and a duration. */
interface SpanOptions<Result> {
  tracer: Tracer;
  name: string;
  kind: SpanKind;
  /** For the span and the metric. */
  attributes: Attributes;
  /** For the span only. */
  spanAttributes?: Attributes;
  parent?: Context | undefined;
  duration?: Histogram;
  /** Returns the attributes of the result. If they include `error.type`, the span is an error. */
  describe(result: Result): Attributes;
}

/** Runs an operation inside an active span, and records its duration. */
export async function runInSpan<Result>(
  {
    tracer,
    name,
    kind,
    attributes,
    spanAttributes,
    parent = context.active(),
    duration,
    describe,
  }: SpanOptions<Result>,
  run: (span: Span) => Promise<Result>,
): Promise<void> {
  const span = tracer.startSpan(name, { kind, attributes: { ...attributes, ...spanAttributes } }, parent);
  const startedAt = performance.now();
  const result = await context.with(trace.setSpan(parent, span), run, undefined, span);
  const resultAttributes = describe(result);
  if (resultAttributes['error.type'] !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
  duration?.record((performance.now() - startedAt) / 1_000, { ...attributes, ...resultAttributes });
  span.setAttributes(resultAttributes).end();
}

/** The code of an error of the client, or the class of any other error. Messages may contain personal data. */
export function describeError(error: unknown): Attributes {
  if (error === undefined) return {};
  if (error instanceof EscrowError) return { 'error.type': error.code };
  return { 'error.type': error instanceof Error ? error.constructor.name : '_OTHER' };
}
