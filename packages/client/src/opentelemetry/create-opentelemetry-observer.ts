import {
  type Attributes,
  type Context,
  context,
  type MeterProvider,
  metrics,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  type TracerProvider,
  trace,
} from '@opentelemetry/api';
import {
  type CallInfo,
  type CallResult,
  type ClientObserver,
  EscrowError,
  type ObservedRequest,
  type RequestResult,
} from '../index.ts';
import { createInstruments } from './instruments.ts';
import { runInSpan } from './run-in-span.ts';

/** Where spans and metrics go, and whether the service hears of the trace. */
export interface OpenTelemetryOptions {
  /** Default: the global one. */
  tracerProvider?: TracerProvider;
  /** Default: the global one. */
  meterProvider?: MeterProvider;
  /**
   * Sends the trace with each request, by the global propagator: `traceparent` and `tracestate` by default, and never baggage.
   * Default false, our choice: what the service does with such headers is not shown, and it is not part of your system.
   */
  propagate?: boolean;
}

const scope = '@escrow-kit/client';
const schemaUrl = 'https://opentelemetry.io/schemas/1.45.0';

/**
 * An observer that reports to OpenTelemetry, by version 1.45 of its conventions for HTTP clients. It is for the option `observer`
 * of `createEscrowClient`. It needs the optional peer `@opentelemetry/api`, and reports nothing until an SDK is set up.
 *
 * Spans: one a call, such as `createContract`; within it one a request, such as `POST /api/external/contracts`; and around the
 * calls of a flow one a run, and one a step. Metrics: `http.client.request.duration`, `escrow.client.call.duration` and
 * `escrow.client.flow.duration`, in seconds, and `escrow.client.token.failures`. No name and no attribute holds an id, a part of
 * a request or an answer, or an error message: so `url.full`, which the conventions ask for, is left out.
 */
export function createOpenTelemetryObserver({
  tracerProvider = trace.getTracerProvider(),
  meterProvider = metrics.getMeterProvider(),
  propagate = false,
}: OpenTelemetryOptions = {}): ClientObserver {
  const tracer = tracerProvider.getTracer(scope, undefined, { schemaUrl });
  const instruments = createInstruments(meterProvider.getMeter(scope, undefined, { schemaUrl }));
  // Also where no context manager is set up, as in a browser.
  const parents = new WeakMap<CallInfo, Context>();
  return {
    call: (run, call) =>
      runInSpan(
        {
          tracer,
          name: call.operationId,
          kind: SpanKind.INTERNAL,
          attributes: { 'escrow.operation': call.operationId },
          duration: instruments.callDuration,
          describe: (result: CallResult) => describeCall(result, call),
        },
        (span) => {
          parents.set(call, trace.setSpan(context.active(), span));
          return run();
        },
      ),
    request: (run, request) =>
      runInSpan(
        {
          tracer,
          name: `${request.call.method} ${request.call.template}`,
          kind: SpanKind.CLIENT,
          attributes: attributesOf(request),
          spanAttributes: request.attempt > 1 ? { 'http.request.resend_count': request.attempt - 1 } : {},
          parent: parents.get(request.call),
          duration: instruments.requestDuration,
          describe: describeRequest,
        },
        (span) => run(propagate ? headersOf(span) : undefined),
      ),
    flow: (run, { flow }) =>
      runInSpan(
        {
          tracer,
          name: flow,
          kind: SpanKind.INTERNAL,
          attributes: { 'escrow.flow': flow },
          duration: instruments.flowDuration,
          describe: ({ error }) => describeError(error),
        },
        run,
      ),
    step: (run, { flow, step }) =>
      runInSpan(
        {
          tracer,
          // Without the number of a milestone.
          name: `${flow} ${step.replace(/\.\d+$/, '')}`,
          kind: SpanKind.INTERNAL,
          attributes: { 'escrow.flow': flow, 'escrow.flow.step': step },
          duration: undefined,
          describe: ({ error }) => describeError(error),
        },
        run,
      ),
    tokenFailure: ({ kind, operation }) =>
      instruments.tokenFailures.add(1, { 'escrow.token.kind': kind, 'escrow.token.operation': operation }),
  };
}

const attributesOf = ({ call, server }: ObservedRequest): Attributes => ({
  'http.request.method': call.method,
  'server.address': server.address,
  'server.port': server.port,
  'url.template': call.template,
});

/** A status from 400 on is an error of the request, by the conventions. */
function describeRequest({ status, error }: RequestResult): Attributes {
  if (status === undefined) return describeError(error);
  const answered = { 'http.response.status_code': status };
  return status < 400 ? answered : { ...answered, 'error.type': String(status) };
}

/** A refusal that `raw` returns has a status alone. */
function describeCall({ status = 0, error }: CallResult, { outcome }: CallInfo): Attributes {
  const described = error === undefined && status >= 400 ? { 'error.type': String(status) } : describeError(error);
  return described['error.type'] === undefined ? {} : { ...described, 'escrow.outcome': outcome };
}

/** The code of an error of the client, or the class of any other. A message may hold data of a person. */
function describeError(error: unknown): Attributes {
  if (error === undefined) return {};
  if (error instanceof EscrowError) return { 'error.type': error.code };
  return { 'error.type': error instanceof Error ? error.constructor.name : '_OTHER' };
}

/** The headers of the propagator. A context of its own, because baggage may hold data of a person. */
function headersOf(span: Span): Record<string, string> {
  const headers: Record<string, string> = {};
  propagation.inject(trace.setSpan(ROOT_CONTEXT, span), headers);
  return headers;
}
