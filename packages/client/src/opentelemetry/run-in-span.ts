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

/** The tracer and the metrics of an observer. */
export interface Reporting {
  tracer: Tracer;
  instruments: Instruments;
}

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
  duration: Histogram | undefined;
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
