import {
  type Attributes,
  type Context,
  context,
  type Meter,
  type MeterProvider,
  metrics,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  type TracerProvider,
  trace,
} from '@opentelemetry/api';
import type { ClientObserver } from '../index.ts';
import type { CallInfo } from '../observation/call-info.ts';
import type { CallResult, FlowResult, ObservedRequest, RequestResult } from '../observation/observer.ts';
import { describeError, runInSpan } from './run-in-span.ts';

/** Where spans and metrics go, and whether the trace is sent to the service. */
export interface OpenTelemetryOptions {
  /** Default: the global one. */
  tracerProvider?: TracerProvider | undefined;
  /** Default: the global one. */
  meterProvider?: MeterProvider | undefined;
  /**
   * Sends the trace with each request, by the global propagator: `traceparent` and `tracestate` by default, and never baggage.
   * Default false, our choice: the service is not part of your system, and what it does with such headers is not shown.
   */
  propagate?: boolean | undefined;
}

const scope = '@escrow-kit/client';
const schemaUrl = 'https://opentelemetry.io/schemas/1.45.0';

/**
 * Creates an observer that reports to OpenTelemetry, by version 1.45 of its conventions for HTTP clients, for the option `observer` of
 * `createEscrowClient`. It needs the optional peer `@opentelemetry/api`, and reports nothing until an SDK is set up.
 *
 * Spans: one for each call, such as `createContract`; within it one for each request, such as `POST /api/external/contracts`; and
 * around the calls of a flow one for each run and each step. Metrics: `http.client.request.duration`, `escrow.client.call.duration`
 * and `escrow.client.flow.duration`, in seconds, and `escrow.client.token.failures`. No name and no attribute contains an id, a part
 * of a request or an answer, or an error message. So it leaves out `url.full`, which the conventions ask for.
 */
export function createOpenTelemetryObserver({
  tracerProvider = trace.getTracerProvider(),
  meterProvider = metrics.getMeterProvider(),
  propagate = false,
}: OpenTelemetryOptions = {}): ClientObserver {
  const tracer = tracerProvider.getTracer(scope, undefined, { schemaUrl });
  const instruments = createInstruments(meterProvider.getMeter(scope, undefined, { schemaUrl }));
  const inner = { tracer, kind: SpanKind.INTERNAL };
  // Links requests to their calls even without a context manager, as in a browser.
  const parents = new WeakMap<CallInfo, Context>();
  return {
    call(run, call) {
      const options = {
        ...inner,
        name: call.operationId,
        attributes: { 'escrow.operation': call.operationId },
        duration: instruments.callDuration,
        describe: (result: CallResult) => describeCall(result, call),
      };
      return runInSpan(options, (span) => {
        parents.set(call, trace.setSpan(context.active(), span));
        return run();
      });
    },
    request(run, request) {
      const { call, attempt } = request;
      const options = {
        tracer,
        name: `${call.method} ${call.template}`,
        kind: SpanKind.CLIENT,
        attributes: attributesOf(request),
        spanAttributes: attempt > 1 ? { 'http.request.resend_count': attempt - 1 } : {},
        parent: parents.get(call),
        duration: instruments.requestDuration,
        describe: describeRequest,
      };
      return runInSpan(options, (span) => run(propagate ? headersOf(span) : undefined));
    },
    flow: (run, { flow }) =>
      runInSpan(
        {
          ...inner,
          name: flow,
          attributes: { 'escrow.flow': flow },
          duration: instruments.flowDuration,
          describe: describeFlow,
        },
        run,
      ),
    step(run, { flow, step }) {
      // Drops the number of the milestone.
      const name = `${flow} ${step.replace(/\.\d+$/, '')}`;
      const attributes = { 'escrow.flow': flow, 'escrow.flow.step': step };
      return runInSpan({ ...inner, name, attributes, describe: describeFlow }, run);
    },
    tokenFailure: ({ kind, operation }) =>
      instruments.tokenFailures.add(1, { 'escrow.token.kind': kind, 'escrow.token.operation': operation }),
  };
}

/** The bucket boundaries of the HTTP conventions, in seconds. */
const explicitBucketBoundaries = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

/** Creates the metrics. The first is from the HTTP conventions; those that begin with `escrow` are our own. */
function createInstruments(meter: Meter) {
  const histogram = (name: string, description: string) =>
    meter.createHistogram(name, { unit: 's', description, advice: { explicitBucketBoundaries } });
  return {
    requestDuration: histogram('http.client.request.duration', 'How long a request took, until its answer was read.'),
    callDuration: histogram(
      'escrow.client.call.duration',
      'How long a call took, with its token and all its requests.',
    ),
    flowDuration: histogram('escrow.client.flow.duration', 'How long a run of a flow took.'),
    tokenFailures: meter.createCounter('escrow.client.token.failures', {
      unit: '{failure}',
      description: 'Background refreshes, loads and saves of tokens that failed without failing a call.',
    }),
  };
}

const attributesOf = ({ call, server }: ObservedRequest): Attributes => ({
  'http.request.method': call.method,
  'server.address': server.address,
  'server.port': server.port,
  'url.template': call.template,
});

/** By the conventions, a status from 400 on is an error of the request. */
function describeRequest({ status, error }: RequestResult): Attributes {
  if (status === undefined) return describeError(error);
  const answered = { 'http.response.status_code': status };
  return status < 400 ? answered : { ...answered, 'error.type': String(status) };
}

/** A refusal that a typed client of `hosts` returns has a status, but no error. */
function describeCall({ status = 0, error }: CallResult, { outcome }: CallInfo): Attributes {
  const described = error === undefined && status >= 400 ? { 'error.type': String(status) } : describeError(error);
  return described['error.type'] === undefined ? {} : { ...described, 'escrow.outcome': outcome };
}

const describeFlow = ({ error }: FlowResult): Attributes => describeError(error);

/** The headers of the propagator. A fresh context leaves out baggage, which may contain personal data. */
function headersOf(span: Span): Record<string, string> {
  const headers: Record<string, string> = {};
  propagation.inject(trace.setSpan(ROOT_CONTEXT, span), headers);
  return headers;
}
