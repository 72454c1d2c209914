import {
  type Attributes,
  type Context,
  context,
  type Histogram,
  isSpanContextValid,
  type Link,
  type Meter,
  type MeterProvider,
  metrics,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  type TracerProvider,
  trace,
} from '@opentelemetry/api';
import type { ContractEvent } from '../event/event.ts';
import type { WebhookObserver } from '../observation/observer.ts';

/** Where the spans and metrics go. */
export interface OpenTelemetryOptions {
  /** Default: the global one. */
  tracerProvider?: TracerProvider;
  /** Default: the global one. */
  meterProvider?: MeterProvider;
}

const scope = '@escrow-kit/webhooks';
const schemaUrl = 'https://opentelemetry.io/schemas/1.45.0';
const destination = 'contract_events';

/**
 * An observer that reports to OpenTelemetry, by version 1.45 of its messaging conventions. Pass it as the option `observer` of
 * a receiver or of `inbox.start`. It needs the optional peer `@opentelemetry/api`, and reports nothing until an SDK is set up.
 *
 * Spans: `receive contract_events` for each request; within it `store contract_events`; and for each attempt to handle an event
 * `process contract_events`, in its own trace that links to the request, even one that another process received. Metrics:
 * `messaging.client.consumed.messages` (requests), `messaging.client.operation.duration` (receive and store, in seconds) and
 * `messaging.process.duration` (in seconds). No name and no attribute holds an id, a part of a body or an error message.
 */
export function createOpenTelemetryObserver({
  tracerProvider = trace.getTracerProvider(),
  meterProvider = metrics.getMeterProvider(),
}: OpenTelemetryOptions = {}): WebhookObserver {
  const tracer = tracerProvider.getTracer(scope, undefined, { schemaUrl });
  const { consumed, operationDuration, processDuration } = createInstruments(
    meterProvider.getMeter(scope, undefined, { schemaUrl }),
  );
  return {
    async receive(run) {
      const attributes = await report(
        { tracer, name: 'receive', kind: SpanKind.CONSUMER, duration: operationDuration },
        (span) => run(formatTraceParent(span.spanContext())),
        ({ status, reason }) => ({ errorType: reason, attributes: { 'http.response.status_code': status } }),
      );
      consumed.add(1, attributes);
    },
    store: (run, { event }) =>
      report(
        { tracer, name: 'store', kind: SpanKind.CLIENT, attributes: statusOf(event), duration: operationDuration },
        run,
        (result) => ({ errorType: errorTypeOf(result), attributes: { 'messaging.escrow.outcome': result.outcome } }),
      ),
    process: (run, { event, attempt, isLate, traceParent }) =>
      report(
        {
          tracer,
          name: 'process',
          kind: SpanKind.CONSUMER,
          attributes: { ...statusOf(event), 'messaging.escrow.attempt': attempt, 'messaging.escrow.is_late': isLate },
          links: linksTo(traceParent),
          // The context of whoever started the processing has nothing to do with the event.
          parent: ROOT_CONTEXT,
          duration: processDuration,
        },
        run,
        (result) => ({ errorType: errorTypeOf(result) }),
      ),
  };
}

interface Operation {
  tracer: Tracer;
  name: keyof typeof commonAttributes;
  kind: SpanKind;
  duration: Histogram;
  /** On the span only. */
  attributes?: Attributes;
  links?: Link[];
  parent?: Context;
}

/** Runs an operation in a span. Resolves with the attributes of its metrics. */
async function report<Result>(
  { tracer, name, kind, duration, attributes, links = [], parent = context.active() }: Operation,
  run: (span: Span) => Promise<Result>,
  describe: (result: Result) => { errorType: string | undefined; attributes?: Attributes },
): Promise<Attributes> {
  const common = commonAttributes[name];
  const options = { kind, links, attributes: { ...common, ...attributes } };
  const span = tracer.startSpan(`${name} ${destination}`, options, parent);
  const startedAt = performance.now();
  const result = describe(await context.with(trace.setSpan(parent, span), run, undefined, span));
  const error = result.errorType === undefined ? {} : { 'error.type': result.errorType };
  if (result.errorType !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
  duration.record((performance.now() - startedAt) / 1_000, { ...common, ...error });
  span.setAttributes({ ...result.attributes, ...error }).end();
  return { ...common, ...error };
}

/**
 * On the spans and metrics of each operation. The conventions have an operation type for fetching a message, but none for a
 * pushed one.
 */
const commonAttributes = {
  receive: attributesOf('receive'),
  store: { ...attributesOf('store'), 'messaging.operation.type': 'send' },
  process: { ...attributesOf('process'), 'messaging.operation.type': 'process' },
};

function attributesOf(operationName: string): Attributes {
  return {
    'messaging.system': 'escrow',
    'messaging.destination.name': destination,
    'messaging.operation.name': operationName,
  };
}

/** An unknown status may be any text, so it stays `unknown`. */
const statusOf = (event: ContractEvent | undefined): Attributes =>
  event ? { 'messaging.escrow.event.status': event.status } : {};

/** The class of an error. Its message may hold personal data. */
function errorTypeOf(result: { outcome: string; error?: unknown }): string | undefined {
  if (result.outcome !== 'failed') return undefined;
  return result.error instanceof Error ? result.error.constructor.name : '_OTHER';
}

/** The boundaries that the conventions ask for, in seconds. */
const explicitBucketBoundaries = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

function createInstruments(meter: Meter) {
  const histogram = { unit: 's', advice: { explicitBucketBoundaries } };
  return {
    consumed: meter.createCounter('messaging.client.consumed.messages', {
      unit: '{message}',
      description: 'Requests that a receiver answered.',
    }),
    operationDuration: meter.createHistogram('messaging.client.operation.duration', {
      ...histogram,
      description: 'How long a request and its storing took.',
    }),
    processDuration: meter.createHistogram('messaging.process.duration', {
      ...histogram,
      description: 'How long an attempt to handle an event took.',
    }),
  };
}

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
