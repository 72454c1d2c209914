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
import type { Instruments } from './instruments.ts';

/** Where spans and metrics go. */
export interface Reporting {
  tracer: Tracer;
  instruments: Instruments;
}

/** An operation that gets a span and a point of a metric. */
interface SpanOptions<Result> {
  tracer: Tracer;
  name: string;
  kind: SpanKind;
  /** Of the span and the metric. */
  attributes: Attributes;
  /** Of the span alone. */
  spanAttributes?: Attributes;
  parent?: Context | undefined;
  duration: Histogram | undefined;
  /** The attributes of the result. With `error.type` among them, the span is an error. */
  describe(result: Result): Attributes;
}

/** Runs an operation inside a span, which is active meanwhile, and records how long it took. */
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
