import { describe, expect, it } from 'vitest';
import type { CallInfo, Hooks } from '../src/index.ts';
import { clientOf } from './support/watched-client.ts';

describe('an example: spans from hooks', () => {
  interface Span {
    name: string;
    attributes: Record<string, unknown>;
    events: string[];
    isEnded: boolean;
  }

  /** What a tracing library would be handed: one span a call, found again by the call object. */
  function createSpanHooks(finished: Span[]): Hooks {
    const spans = new WeakMap<CallInfo, Span>();
    return {
      onStart: (call) => {
        const attributes = { 'http.request.method': call.method, 'url.template': call.template };
        spans.set(call, { name: call.operationId, attributes, events: [], isEnded: false });
      },
      onRequest({ call, attempt, headers }) {
        headers.set('traceparent', `00-${spans.get(call)?.name}-01`);
        spans.get(call)?.events.push(`request ${attempt}`);
      },
      onEnd: ({ call, status, error }) => {
        const span = spans.get(call);
        if (!span) return;
        span.attributes['http.response.status_code'] = status;
        span.attributes['error.type'] = error?.code;
        span.attributes['http.request.resend_count'] = call.attempts - 1;
        finished.push({ ...span, isEnded: true });
      },
    };
  }

  it('keeps the spans of calls in parallel apart', async () => {
    const finished: Span[] = [];
    const answerOf = (request: Request) =>
      request.url.includes('/users/') ? Response.json({}) : new Response('', { status: 403 });
    const { client, requests } = clientOf([503, answerOf], { hooks: createSpanHooks(finished) });

    await Promise.allSettled([
      client.users.get('usr_1'),
      client.customers.register({ phoneNumber: '+966500000001' }, { retry: { max: 0 } }),
    ]);

    expect(finished).toContainEqual({
      name: 'getUser',
      attributes: {
        'http.request.method': 'GET',
        'url.template': '/users/{userId}',
        'http.response.status_code': 200,
        'error.type': undefined,
        'http.request.resend_count': 1,
      },
      events: ['request 1', 'request 2'],
      isEnded: true,
    });
    expect(finished).toContainEqual(
      expect.objectContaining({
        name: 'registerCustomer',
        attributes: expect.objectContaining({ 'http.response.status_code': 403 }),
      }),
    );
    expect(new Set(requests.map(({ headers }) => headers.get('traceparent')))).toEqual(
      new Set(['00-getUser-01', '00-registerCustomer-01']),
    );
  });
});
