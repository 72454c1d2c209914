import {
  type Attributes,
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  trace,
} from '@opentelemetry/api';
import type { CallInfo } from '../observation/call-info.ts';
import type { CallResult, ClientObserver, ObservedRequest, RequestResult } from '../observation/observer.ts';
import { describeError } from './describe-error.ts';
import { type Reporting, runInSpan } from './run-in-span.ts';

/** Spans and metrics of calls and their requests. */
export function observeCalls(
  { tracer, instruments }: Reporting,
  { propagate }: { propagate: boolean },
): Pick<ClientObserver, 'call' | 'request'> {
  // Links requests to their calls even without a context manager, as in a browser.
  const parents = new WeakMap<CallInfo, Context>();
  return {
    call(run, call) {
      const runWithParent = (span: Span) => {
        parents.set(call, trace.setSpan(context.active(), span));
        return run();
      };
      const options = {
        tracer,
        name: call.operationId,
        kind: SpanKind.INTERNAL,
        attributes: { 'escrow.operation': call.operationId },
        duration: instruments.callDuration,
        describe: (result: CallResult) => describeCall(result, call),
      };
      return runInSpan(options, runWithParent);
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

/** The headers of the propagator. A fresh context leaves out baggage, which may contain personal data. */
function headersOf(span: Span): Record<string, string> {
  const headers: Record<string, string> = {};
  propagation.inject(trace.setSpan(ROOT_CONTEXT, span), headers);
  return headers;
}
