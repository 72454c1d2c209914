import { type MeterProvider, metrics, type TracerProvider, trace } from '@opentelemetry/api';
import type { ClientObserver } from '../index.ts';
import { createInstruments } from './instruments.ts';
import { observeCalls } from './observe-calls.ts';
import { observeFlows } from './observe-flows.ts';

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
  const reporting = {
    tracer: tracerProvider.getTracer(scope, undefined, { schemaUrl }),
    instruments: createInstruments(meterProvider.getMeter(scope, undefined, { schemaUrl })),
  };
  return {
    ...observeCalls(reporting, { propagate }),
    ...observeFlows(reporting),
    tokenFailure: ({ kind, operation }) =>
      reporting.instruments.tokenFailures.add(1, { 'escrow.token.kind': kind, 'escrow.token.operation': operation }),
  };
}
