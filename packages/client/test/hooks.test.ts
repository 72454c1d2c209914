import { setImmediate } from 'node:timers/promises';
import { inspect } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Hooks } from '../src/index.ts';
import { failureOf } from './support/failure-of.ts';
import { hang, refuse } from './support/scripted-fetch.ts';
import { clientOf, user } from './support/watched-client.ts';

/** Hooks that keep every event with its name. */
function recordEvents() {
  // biome-ignore lint/suspicious/noExplicitAny: each event is asserted field by field
  const events: [name: string, event: any][] = [];
  const record = (name: string) => (event: unknown) => void events.push([name, event]);
  const names = ['onStart', 'onRequest', 'onEnd'] as const;
  const hooks: Hooks = Object.fromEntries(names.map((name) => [name, record(name)]));
  return { hooks, events };
}

describe('hooks', () => {
  it('see a call from its start to its end', async () => {
    const { hooks, events } = recordEvents();
    const { client } = clientOf([user], { hooks });

    await client.users.get('usr_1');

    expect(events.map(([name]) => name)).toEqual(['onStart', 'onRequest', 'onEnd']);
    expect(events[1]?.[1]).toMatchObject({ attempt: 1 });
    expect(events[2]?.[1]).toMatchObject({ call: { attempts: 1, outcome: 'unknown' }, status: 200 });
    expect(events[2]?.[1].error).toBeUndefined();
  });

  it('see every request that is sent again', async () => {
    const { hooks, events } = recordEvents();
    const { client } = clientOf([503, refuse, user], { hooks });

    await client.users.get('usr_1');

    expect(events.map(([name, { attempt }]) => [name, attempt])).toEqual([
      ['onStart', undefined],
      ['onRequest', 1],
      ['onRequest', 2],
      ['onRequest', 3],
      ['onEnd', undefined],
    ]);
    expect(events.at(-1)?.[1].call.attempts).toBe(3);
  });

  it('see the replay after a 401 as a request of its own', async () => {
    const { hooks, events } = recordEvents();
    const { client } = clientOf([401, user], { hooks, tokens: { apiKey: async () => 'tok' } });

    await client.users.get('usr_1');

    const names = events.map(([name]) => name);
    expect(names.filter((name) => name === 'onRequest')).toHaveLength(2);
    expect(events.at(-1)).toEqual(['onEnd', expect.objectContaining({ status: 200 })]);
  });

  it('end with the error that the call throws where no answer came', async () => {
    const { hooks, events } = recordEvents();
    const { client } = clientOf([hang], { hooks });

    const error = await failureOf(client.users.get('usr_1', { timeoutInMs: 20 }));

    const end = events.at(-1)?.[1];
    expect(events.at(-1)?.[0]).toBe('onEnd');
    expect(end.error).toMatchObject({ code: 'timeout', outcome: 'unknown', attempts: 1 });
    expect(error).toMatchObject({ code: 'timeout' });
    expect(end.status).toBeUndefined();
  });

  it('end with the status of a refusal', async () => {
    const { hooks, events } = recordEvents();
    const { client } = clientOf([403], { hooks });

    await failureOf(client.users.get('usr_1'));

    expect(events.at(-1)).toEqual([
      'onEnd',
      expect.objectContaining({ status: 403, call: expect.objectContaining({ attempts: 1 }) }),
    ]);
  });

  it('get the same call object in every event, and another one for another call', async () => {
    const { hooks, events } = recordEvents();
    const { client } = clientOf([503, user, user], { hooks });

    await client.users.get('usr_1');
    const first = new Set(events.map(([name, event]) => (name === 'onStart' ? event : event.call)));
    events.length = 0;
    await client.users.get('usr_1');
    const second = events.map(([name, event]) => (name === 'onStart' ? event : event.call));

    expect(first.size).toBe(1);
    expect(second.some((call) => first.has(call))).toBe(false);
  });

  it('get the template of the path, without the ids and the base of the host', async () => {
    const { hooks, events } = recordEvents();
    const { client } = clientOf([user], { hooks });

    await client.users.get('usr_sensitive');

    expect(events[0]?.[1]).toMatchObject({
      operationId: 'getUser',
      method: 'GET',
      host: 'users',
      template: '/users/{userId}',
    });
    expect(inspect(events, { depth: 10 })).not.toContain('usr_sensitive');
  });

  it('see nothing of a call that breaks a rule, as nothing is sent', async () => {
    const { hooks, events } = recordEvents();
    const { client } = clientOf([user], { hooks });

    await failureOf(client.customers.register({ phoneNumber: 'no phone' }));

    expect(events).toEqual([]);
  });
});

describe('a hook that throws', () => {
  const names = ['onStart', 'onRequest', 'onEnd'] as const;

  it.each(names)('in %s changes nothing, and is logged', async (name) => {
    const warnings: unknown[] = [];
    const thrown = new Error('a broken tracer');
    const hooks: Hooks = {
      [name]: () => {
        throw thrown;
      },
    };
    const logger = { debug: () => {}, warn: (...entry: unknown[]) => void warnings.push(entry) };
    const { client, requests } = clientOf([503, user], { hooks, logger });

    const answer = await client.users.get('usr_1');

    expect(answer).toEqual({ success: true });
    expect(requests).toHaveLength(2);
    expect(inspect(warnings)).toContain('a broken tracer');
  });

  it('only after a while, as an async one does, ends no process', async () => {
    const unhandled: unknown[] = [];
    const others = process.listeners('unhandledRejection');
    process.removeAllListeners('unhandledRejection').on('unhandledRejection', (reason) => unhandled.push(reason));
    onTestFinished(() => {
      process.removeAllListeners('unhandledRejection');
      for (const listener of others) process.on('unhandledRejection', listener);
    });
    const fail = async () => {
      throw new Error('a broken tracer');
    };
    const hooks: Hooks = { onStart: fail, onRequest: fail, onEnd: fail };
    const { client } = clientOf([503, user], { hooks });

    const answer = await client.users.get('usr_1');
    // Node reports a rejection that nobody handles before the next turn of its loop.
    await setImmediate();

    expect(answer).toEqual({ success: true });
    expect(unhandled).toEqual([]);
  });

  it('in onEnd does not hide the error of the call', async () => {
    const onEnd = () => {
      throw new Error('a broken tracer');
    };
    const { client } = clientOf([400], { hooks: { onEnd } });

    const error = await failureOf(client.users.get('usr_1'));

    expect(error).toMatchObject({ code: 'api', outcome: 'rejected' });
  });
});

describe('onRequest', () => {
  it('adds headers to the request, each request anew', async () => {
    const hooks: Hooks = {
      onRequest: ({ attempt, headers }) => headers.set('traceparent', `00-${attempt}`),
    };
    const { client, requests } = clientOf([503, user], { hooks });

    await client.users.get('usr_1');

    expect(requests.map(({ headers }) => headers.get('traceparent'))).toEqual(['00-1', '00-2']);
  });

  it('does not set, change or remove Authorization, Accept and Content-Type', async () => {
    const hooks: Hooks = {
      onRequest: ({ headers }) => {
        headers.set('Authorization', 'Bearer mine');
        headers.set('Accept', 'text/html');
        headers.set('Content-Type', 'text/plain');
      },
    };
    const { client, requests } = clientOf([200], { hooks });

    await client.users.update('usr_1', { name: 'Sara' });

    expect(requests[0]?.headers.get('authorization')).toBe('Bearer key-secret');
    expect(requests[0]?.headers.get('accept')).toBe('application/json');
    expect(requests[0]?.headers.get('content-type')).toMatch(/^application\/json/);
  });

  it('does not add Authorization to the ticket call, which takes none (AUTH-6)', async () => {
    const hooks: Hooks = { onRequest: ({ headers }) => headers.set('Authorization', 'Bearer mine') };
    const checkoutUrl = 'https://checkout.escrow.example/external/short_1?client_id=client';
    const steps = [Response.json({ data: checkoutUrl }), Response.json({ ticket: 't', expiresIn: 300 })];
    const tokens = { clientAdmin: 'adm' };
    const { client, requests } = clientOf(steps, { hooks, tokens, clientId: 'client', clientSecret: 'secret' });

    await client.flows.checkout({
      milestoneId: 'ms_1',
      redirectUrl: 'https://shop.example/back',
      buyerPhone: '+966500000001',
    });

    expect(requests[1]?.headers.get('authorization')).toBeNull();
  });

  it('hands over headers that never hold the token, not even when they are read later', async () => {
    const kept: Headers[] = [];
    const hooks: Hooks = { onRequest: ({ headers }) => void kept.push(headers) };
    const { client, requests } = clientOf([user], { hooks });

    await client.users.get('usr_1');

    expect(requests[0]?.headers.get('authorization')).toBe('Bearer key-secret');
    expect(kept[0]?.get('authorization')).toBeNull();
  });
});
