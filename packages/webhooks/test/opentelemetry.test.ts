import { until } from '@escrow-kit/suite/until';
import { context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import { InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import * as conventions from '@opentelemetry/semantic-conventions/incubating';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createWebhookReceiver, type Inbox, signedRequest, type WebhookObserver } from '../src/index.ts';
import { createMemoryInbox } from '../src/memory-inbox/create-memory-inbox.ts';
import { createOpenTelemetryObserver } from '../src/opentelemetry/create-opentelemetry-observer.ts';
import { inboxKinds } from './inbox/support/inbox-kinds.ts';
import { untilCounts } from './inbox/support/until.ts';
import { paid, requestFor, secret } from './support/receiver.ts';

/** An observer with its own SDK, as in a process. */
function createTelemetry() {
  const spans = new InMemorySpanExporter();
  const metrics = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter: metrics, exportIntervalMillis: 1_000_000 });
  const tracerProvider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter: spans })] });
  const meterProvider = new MeterProvider({ readers: [reader] });
  onTestFinished(async () => {
    await tracerProvider.shutdown();
    await meterProvider.shutdown();
  });
  return {
    tracer: tracerProvider.getTracer('test'),
    observer: createOpenTelemetryObserver({ tracerProvider, meterProvider }),
    spans: () => spans.getFinishedSpans(),
    async span(name: string): Promise<ReadableSpan> {
      // A span ends just after its operation.
      await until(() => expect(spans.getFinishedSpans().map((span) => span.name)).toContain(name));
      return spans.getFinishedSpans().find((span) => span.name === name) ?? expect.unreachable();
    },
    async metrics() {
      await reader.forceFlush();
      return (
        metrics
          .getMetrics()
          .at(-1)
          ?.scopeMetrics.flatMap((scope) => scope.metrics) ?? []
      );
    },
  };
}

const receive = async (inbox: Inbox, observer: WebhookObserver, request = requestFor()): Promise<number> =>
  (await createWebhookReceiver({ secrets: secret, inbox, observer }).receive(request)).status;

const createInbox = (): Inbox => createMemoryInbox() as Inbox;

beforeEach(() => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  return () => context.disable();
});

const common = {
  [conventions.ATTR_MESSAGING_SYSTEM]: 'escrow',
  [conventions.ATTR_MESSAGING_DESTINATION_NAME]: 'contract_events',
};

test('HOOK-3 a request is a span within that of the server, and storing one within it, by the conventions', async () => {
  const { tracer, observer, span } = createTelemetry();
  const serverSpan = tracer.startSpan('POST /webhooks');

  await context.with(trace.setSpan(context.active(), serverSpan), () => receive(createInbox(), observer));

  const received = await span('receive contract_events');
  expect(received.parentSpanContext?.spanId).toBe(serverSpan.spanContext().spanId);
  const stored = await span('store contract_events');
  expect(received).toMatchObject({
    kind: SpanKind.CONSUMER,
    status: { code: SpanStatusCode.UNSET },
    instrumentationScope: { name: '@escrow-kit/webhooks', schemaUrl: 'https://opentelemetry.io/schemas/1.45.0' },
  });
  expect(received.attributes).toEqual({
    ...common,
    [conventions.ATTR_MESSAGING_OPERATION_NAME]: 'receive',
    [conventions.ATTR_HTTP_RESPONSE_STATUS_CODE]: 200,
  });
  expect(stored.kind).toBe(SpanKind.CLIENT);
  expect(stored.parentSpanContext?.spanId).toBe(received.spanContext().spanId);
  expect(stored.attributes).toEqual({
    ...common,
    [conventions.ATTR_MESSAGING_OPERATION_NAME]: 'store',
    [conventions.ATTR_MESSAGING_OPERATION_TYPE]: conventions.MESSAGING_OPERATION_TYPE_VALUE_SEND,
    'messaging.escrow.event.status': 'PAID',
    'messaging.escrow.outcome': 'stored',
  });
});

describe.each(inboxKinds)('with the $name inbox', (kind) => {
  test('HOOK-3 handling an event is its own trace, which links to the request, across processes', async () => {
    const opened = await kind.open();
    onTestFinished(() => opened.dispose());
    const [receiving, working] = [createTelemetry(), createTelemetry()];
    await receive(opened.inbox, receiving.observer);
    const inbox = kind.isDurable ? await opened.openAgain() : opened.inbox;
    let active: string | undefined;

    // The context in which the processing was started has nothing to do with the event.
    const started = working.tracer.startSpan('start');
    context.with(trace.setSpan(context.active(), started), () =>
      inbox.start(
        () => {
          active = trace.getActiveSpan()?.spanContext().spanId;
        },
        { observer: working.observer },
      ),
    );
    await untilCounts(inbox, { done: 1 });

    const processed = await working.span('process contract_events');
    const { traceId, spanId } = (await receiving.span('receive contract_events')).spanContext();
    expect(processed.links).toMatchObject([{ context: { traceId, spanId, isRemote: true } }]);
    expect(processed.parentSpanContext).toBeUndefined();
    expect(processed.kind).toBe(SpanKind.CONSUMER);
    expect(active).toBe(processed.spanContext().spanId);
    expect(processed.attributes).toEqual({
      ...common,
      [conventions.ATTR_MESSAGING_OPERATION_NAME]: 'process',
      [conventions.ATTR_MESSAGING_OPERATION_TYPE]: conventions.MESSAGING_OPERATION_TYPE_VALUE_PROCESS,
      'messaging.escrow.event.status': 'PAID',
      'messaging.escrow.attempt': 1,
      'messaging.escrow.is_late': false,
    });
  });
});

class TimeoutError extends Error {}

test('each attempt has a span, and a failed one has the class of its error', async () => {
  const { observer, spans } = createTelemetry();
  const inbox = createInbox();
  await receive(inbox, observer);

  inbox.start(
    (_event, { attempt }) => {
      if (attempt === 1) throw new TimeoutError('no');
    },
    { observer, firstDelayInMs: 1 },
  );
  await untilCounts(inbox, { done: 1 });

  const attempts = () => spans().filter(({ name }) => name === 'process contract_events');
  await until(() => expect(attempts()).toHaveLength(2));
  const [failed, done] = attempts();
  expect(failed).toMatchObject({ status: { code: SpanStatusCode.ERROR }, events: [] });
  expect(failed?.attributes).toMatchObject({ [conventions.ATTR_ERROR_TYPE]: 'TimeoutError' });
  expect(done?.status.code).toBe(SpanStatusCode.UNSET);
});

test.each([
  ['HOOK-2 a wrong signature', { ...requestFor(), body: '{}' }, createInbox(), 401, 'signature_mismatch', []],
  [
    'HOOK-8 a quarantined body',
    signedRequest({ body: '{}', secret }),
    createInbox(),
    200,
    'event_invalid',
    [undefined],
  ],
  [
    'HOOK-4 a failing inbox',
    requestFor(),
    { ...createInbox(), insert: () => Promise.reject(new TimeoutError('no')) },
    503,
    'not_stored',
    ['TimeoutError'],
  ],
])('%s is reported as an error with its reason', async (_title, request, inbox, status, reason, storeErrors) => {
  const { observer, span, spans } = createTelemetry();

  expect(await receive(inbox, observer, request)).toBe(status);

  const received = await span('receive contract_events');
  expect(received.status).toEqual({ code: SpanStatusCode.ERROR });
  expect(received.attributes).toMatchObject({ [conventions.ATTR_ERROR_TYPE]: reason });
  const stores = spans().filter(({ name }) => name === 'store contract_events');
  expect(stores.map(({ attributes }) => attributes[conventions.ATTR_ERROR_TYPE])).toEqual(storeErrors);
});

test('the metrics follow the conventions, in seconds', async () => {
  const { observer, metrics, span } = createTelemetry();
  const inbox = createInbox();
  await receive(inbox, observer);
  await receive(inbox, observer, { ...requestFor(), body: '{}' });
  inbox.start(() => {}, { observer });
  await span('process contract_events');

  const points = (await metrics()).flatMap(({ descriptor, dataPoints }) =>
    dataPoints.map(({ attributes, value }) => ({
      metric: `${descriptor.name} ${descriptor.unit}`,
      operation: attributes[conventions.ATTR_MESSAGING_OPERATION_NAME],
      error: attributes[conventions.ATTR_ERROR_TYPE],
      count: typeof value === 'number' ? value : (value as { count: number }).count,
    })),
  );

  const consumed = `${conventions.METRIC_MESSAGING_CLIENT_CONSUMED_MESSAGES} {message}`;
  const duration = `${conventions.METRIC_MESSAGING_CLIENT_OPERATION_DURATION} s`;
  expect(points).toEqual([
    { metric: consumed, operation: 'receive', error: undefined, count: 1 },
    { metric: consumed, operation: 'receive', error: 'signature_mismatch', count: 1 },
    { metric: duration, operation: 'store', error: undefined, count: 1 },
    { metric: duration, operation: 'receive', error: undefined, count: 1 },
    { metric: duration, operation: 'receive', error: 'signature_mismatch', count: 1 },
    { metric: `${conventions.METRIC_MESSAGING_PROCESS_DURATION} s`, operation: 'process', error: undefined, count: 1 },
  ]);
});

test('no name and no attribute holds an id, a part of the body, a secret or an error message', async () => {
  const { observer, spans, metrics, span } = createTelemetry();
  const inbox = createInbox();
  const event = {
    ...paid,
    status: 'STATUS-1',
    milestoneId: 'MILESTONE-1',
    referenceId: 'REFERENCE-1',
    phone: '+966-1',
  };
  await receive(inbox, observer, signedRequest({ event, secret }));
  inbox.start(() => Promise.reject(new Error('MESSAGE-1')), { observer, attempts: 1 });
  await span('process contract_events');

  const exported = JSON.stringify([
    spans().map(({ name, attributes, status, events, links }) => ({ name, attributes, status, events, links })),
    await metrics(),
  ]);

  expect(exported).toContain('process contract_events');
  expect(exported).not.toMatch(/STATUS-1|MILESTONE-1|REFERENCE-1|\+966|MESSAGE-1|whsec|sha256/);
});

test('without an SDK everything works, and no trace is stored', async () => {
  const inbox = createInbox();

  expect(await receive(inbox, createOpenTelemetryObserver())).toBe(200);

  expect(await inbox.find()).toMatchObject([{ traceParent: undefined }]);
});
