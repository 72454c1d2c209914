import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import * as conventions from '@opentelemetry/semantic-conventions/incubating';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createMemoryJournal } from '../src/journals/memory-journal.ts';
import { createFakeService } from './flows/fake-service.ts';
import { contractToOpen } from './flows/inputs.ts';
import { failureOf } from './support/failure-of.ts';
import { lose, type Step } from './support/scripted-fetch.ts';
import { createTelemetry } from './support/telemetry.ts';

beforeEach(() => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  onTestFinished(() => {
    context.disable();
    propagation.disable();
  });
});

const requestAttributes = {
  [conventions.ATTR_HTTP_REQUEST_METHOD]: 'GET',
  [conventions.ATTR_SERVER_ADDRESS]: 'service.example',
  [conventions.ATTR_SERVER_PORT]: 443,
  [conventions.ATTR_URL_TEMPLATE]: '/users/{userId}',
};

const user = Response.json({ success: true });

test('a call has a span, with one for each of its requests within it', async () => {
  const { client, spans, tracer } = createTelemetry([503, user]);

  const shop = tracer.startSpan('shop');
  await context.with(trace.setSpan(context.active(), shop), () => client.users.get('usr_1'));

  const [refused, answered, call] = await spans(3);
  expect(call).toMatchObject({
    name: 'getUser',
    kind: SpanKind.INTERNAL,
    status: { code: SpanStatusCode.UNSET },
    attributes: { 'escrow.operation': 'getUser' },
  });
  expect(call?.parentSpanContext?.spanId).toBe(shop.spanContext().spanId);
  for (const request of [refused, answered]) {
    expect(request).toMatchObject({ name: 'GET /users/{userId}', kind: SpanKind.CLIENT, events: [] });
    expect(request?.parentSpanContext?.spanId).toBe(call?.spanContext().spanId);
  }
  expect(refused?.attributes).toEqual({
    ...requestAttributes,
    [conventions.ATTR_HTTP_RESPONSE_STATUS_CODE]: 503,
    [conventions.ATTR_ERROR_TYPE]: '503',
  });
  expect(refused?.status).toEqual({ code: SpanStatusCode.ERROR });
  expect(answered?.attributes).toEqual({
    ...requestAttributes,
    [conventions.ATTR_HTTP_REQUEST_RESEND_COUNT]: 1,
    [conventions.ATTR_HTTP_RESPONSE_STATUS_CODE]: 200,
  });
  expect(answered?.status).toEqual({ code: SpanStatusCode.UNSET });
});

test.each<[what: string, step: Step, request: string, call: string, outcome: string]>([
  ['a refusal', 403, '403', 'forbidden', 'rejected'],
  ['a lost connection', lose, 'connection', 'connection', 'unknown'],
])('%s is an error with its code and the outcome of the call', async (_what, step, request, call, outcome) => {
  const { client, spans } = createTelemetry([step], { retry: { max: 0 } });

  await failureOf(client.users.get('usr_1'));

  const [requestSpan, callSpan] = await spans(2);
  expect(requestSpan?.attributes).toMatchObject({ [conventions.ATTR_ERROR_TYPE]: request });
  expect(callSpan?.attributes).toMatchObject({ [conventions.ATTR_ERROR_TYPE]: call, 'escrow.outcome': outcome });
  expect(callSpan?.status).toEqual({ code: SpanStatusCode.ERROR });
});

test('without a context manager, requests are within their calls, too', async () => {
  context.disable();
  const { client, spans } = createTelemetry([user]);

  await Promise.all([client.users.get('usr_1'), client.users.get('usr_2')]);

  const all = await spans(4);
  const calls = all.filter(({ kind }) => kind === SpanKind.INTERNAL).map((span) => span.spanContext().spanId);
  const parents = all.filter(({ kind }) => kind === SpanKind.CLIENT).map((span) => span.parentSpanContext?.spanId);
  expect(parents.toSorted()).toEqual(calls.toSorted());
});

describe('a flow', () => {
  test('has a span around its steps, and each step around its call', async () => {
    const { client, spans } = createTelemetry([], { fetch: createFakeService().fetch });

    await client.flows.openContract(contractToOpen, { key: 'order-1', journal: createMemoryJournal() });

    const all = await spans(13);
    const idOf = (span: ReadableSpan | undefined) => span?.spanContext().spanId;
    const flow = all.find(({ name }) => name === 'openContract');
    const steps = all.filter((span) => span.parentSpanContext?.spanId === idOf(flow));
    expect(steps.map(({ name, attributes }) => [name, attributes['escrow.flow.step']])).toEqual([
      ['openContract createContract', 'createContract'],
      ['openContract addMilestones', 'addMilestones.1'],
      ['openContract addMilestones', 'addMilestones.2'],
      ['openContract addParties', 'addParties'],
    ]);
    const calls = steps.map((step) => all.find((span) => span.parentSpanContext?.spanId === idOf(step))?.name);
    expect(calls).toEqual(['createContract', 'addMilestones', 'addMilestones', 'addParties']);
  });

  test('that stops at a pending step is an error with that code', async () => {
    const { client, spans, points } = createTelemetry([lose]);

    await failureOf(client.flows.openContract(contractToOpen, { key: 'order-1', journal: createMemoryJournal() }));

    const [, , step, flow] = await spans(4);
    for (const span of [step, flow]) {
      expect(span).toMatchObject({
        status: { code: SpanStatusCode.ERROR },
        attributes: { [conventions.ATTR_ERROR_TYPE]: 'step_pending' },
      });
    }
    expect(await points()).toContainEqual({
      sum: expect.any(Number),
      metric: 'escrow.client.flow.duration s',
      attributes: { 'escrow.flow': 'openContract', [conventions.ATTR_ERROR_TYPE]: 'step_pending' },
      count: 1,
    });
  });

  test('that fails in its journal is an error with the class of the journal’s error', async () => {
    class DiskError extends Error {}
    const { client, spans } = createTelemetry([user]);
    const journal = { load: () => Promise.reject(new DiskError('order-1')), save: async () => {} };

    await client.flows.openContract(contractToOpen, { key: 'order-1', journal }).catch(() => {});

    expect((await spans(1))[0]?.attributes).toEqual({
      'escrow.flow': 'openContract',
      [conventions.ATTR_ERROR_TYPE]: 'DiskError',
    });
  });
});

test('it reports the metrics of the conventions, and our own', async () => {
  const tokens = { apiKey: () => 'token-1' };
  const tokenCache = { load: () => undefined, save: () => Promise.reject(new Error('down')) };
  const { client, points, spans } = createTelemetry([503, user, 404], { tokens, tokenCache });
  await client.users.get('usr_1');
  await failureOf(client.users.get('usr_1'));
  await spans(5);

  const request = { metric: `${conventions.METRIC_HTTP_CLIENT_REQUEST_DURATION} s`, count: 1 };
  const status = (code: number) => ({ ...requestAttributes, [conventions.ATTR_HTTP_RESPONSE_STATUS_CODE]: code });
  const call = { metric: 'escrow.client.call.duration s', count: 1 };
  const operation = { 'escrow.operation': 'getUser' };
  const failed = { [conventions.ATTR_ERROR_TYPE]: 'api', 'escrow.outcome': 'rejected' };
  expect(await points()).toMatchObject([
    { ...request, attributes: { ...status(503), [conventions.ATTR_ERROR_TYPE]: '503' } },
    { ...request, attributes: status(200) },
    { ...request, attributes: { ...status(404), [conventions.ATTR_ERROR_TYPE]: '404' } },
    { ...call, attributes: operation },
    { ...call, attributes: { ...operation, ...failed } },
    {
      metric: 'escrow.client.token.failures {failure}',
      attributes: { 'escrow.token.kind': 'apiKey', 'escrow.token.operation': 'save' },
      count: 1,
    },
  ]);
});

test('a duration is in seconds', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const slow = () => {
    vi.advanceTimersByTime(1_500);
    return user.clone();
  };
  const { client, points, spans } = createTelemetry([slow]);

  await client.users.get('usr_1');
  await spans(2);

  expect((await points()).map(({ metric, sum }) => [metric, sum])).toEqual([
    ['http.client.request.duration s', 1.5],
    ['escrow.client.call.duration s', 1.5],
  ]);
});

/** A propagator that injects everything in its context, including baggage. */
const propagator = {
  inject: (given: ReturnType<typeof context.active>, carrier: unknown) => {
    const { traceId, spanId } = trace.getSpanContext(given) ?? {};
    const baggage = propagation.getBaggage(given)?.getAllEntries().length;
    Object.assign(carrier as object, { traceparent: `00-${traceId}-${spanId}-01`, ...(baggage && { baggage: 'x' }) });
  },
  extract: context.active,
  fields: () => [],
};

describe('the trace', () => {
  beforeEach(() => {
    propagation.setGlobalPropagator(propagator);
  });

  const within = <Value>(run: () => Promise<Value>): Promise<Value> => {
    const baggage = propagation.createBaggage({ person: { value: 'Sara' } });
    return context.with(propagation.setBaggage(context.active(), baggage), run);
  };

  test('is not sent by default', async () => {
    const { client, requests } = createTelemetry([user]);

    await within(() => client.users.get('usr_1'));

    expect(Object.fromEntries(requests[0]?.headers ?? [])).not.toHaveProperty('traceparent');
  });

  test('is sent with the span of each request, and without baggage', async () => {
    const { client, requests, spans } = createTelemetry([503, user], { propagate: true });

    await within(() => client.users.get('usr_1'));

    const [first, second] = await spans(3);
    const expected = [first, second].map((span) => {
      const { traceId, spanId } = span?.spanContext() ?? {};
      return `00-${traceId}-${spanId}-01`;
    });
    expect(requests.map(({ headers }) => headers.get('traceparent'))).toEqual(expected);
    expect(requests.map(({ headers }) => headers.has('baggage'))).toEqual([false, false]);
  });
});

test('no name and no attribute holds an id, a secret, a person or an error message', async () => {
  const echo = (request: Request) => Response.json({ error: `${request.url} token-1 echo-1` }, { status: 400 });
  const { client, spans, points } = createTelemetry([echo]);
  const order = {
    milestoneId: 'milestone-1',
    buyer: '+966500000001',
    returnUrl: 'https://shop.example/order-1',
  };

  await failureOf(client.users.get('usr_1'));
  await failureOf(client.flows.checkout(order));
  await failureOf(client.customers.register({ phoneNumber: '+966500000001', firstName: 'Sara' }));
  await failureOf(client.flows.openContract(contractToOpen, { key: 'order-1', journal: createMemoryJournal() }));

  const received = JSON.stringify([
    (await spans(11)).map(({ name, attributes, status, events, links }) => ({
      name,
      attributes,
      status,
      events,
      links,
    })),
    await points(),
  ]);
  expect(received).toContain('/users/{userId}');
  expect(received).not.toMatch(/usr_1|milestone-1|966500000001|order-1|Sara|token-1|secret-1|client-1|echo-1|base/);
});
