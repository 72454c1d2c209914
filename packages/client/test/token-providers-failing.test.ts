import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { failureOf } from './support/failure-of.ts';
import { printsOf } from './support/prints-of.ts';
import { clientWith } from './support/scripted-client.ts';
import { hang } from './support/scripted-fetch.ts';
import { createTokenBench } from './support/token-bench.ts';

/** Providers that return something else than a token. */
const garbage: Record<string, unknown> = {
  nothing: undefined,
  'two words': 'canary two',
  'text with Bearer': 'Bearer canary',
  'a line break': 'canary\r\nx-admin: 1',
  'a NUL': 'canary\0',
  'another script': 'canary توكن',
  'an object with a token': { token: 'canary' },
};

describe('a provider without a token', () => {
  it.each(Object.keys(garbage))('that returns %s fails each call before anything is sent', async (name) => {
    const { client, sent } = clientWith((() => garbage[name]) as () => string, 200);

    const errors = [await failureOf(client.users.get('usr_1')), await failureOf(client.users.get('usr_1'))];

    for (const error of errors) {
      expect(error).toMatchObject({ code: 'token_provider', outcome: 'not-sent', attempts: 0, operationId: 'getUser' });
      expect(printsOf(error)).not.toContain('canary');
    }
    expect(sent()).toEqual([]);
  });

  it('is asked again by a later call', async () => {
    let count = 0;
    const provide = () => (++count === 1 ? Promise.reject(new Error('down')) : 'tok');
    const { client, sent } = clientWith(provide, Response.json({}));

    await failureOf(client.users.get('usr_1'));
    await client.users.get('usr_1');

    expect(sent()).toEqual(['Bearer tok']);
  });
});

/** A provider that answers each request once the test does. */
function createSlowProvider() {
  const answers: ((token: string) => void)[] = [];
  return { answers, provide: () => new Promise<string>((resolve) => void answers.push(resolve)) };
}

describe('a provider that hangs', () => {
  it('is cut off by the deadline of the call, with nothing sent', async () => {
    const { client, sent } = clientWith(hang, 200);

    const error = await failureOf(client.users.get('usr_1', { timeoutInMs: 50 }));

    expect(error).toMatchObject({ code: 'timeout', outcome: 'not-sent', attempts: 0 });
    expect(error.message).toContain('still waiting for its token');
    expect(sent()).toEqual([]);
  });

  it('and answers after the deadline of a call is asked again by the next call, which takes whichever answer comes first', async () => {
    const { answers, provide } = createSlowProvider();
    const { client, sent } = clientWith(provide, Response.json({}));
    await failureOf(client.users.get('usr_1', { timeoutInMs: 50 }));

    const second = client.users.get('usr_1');
    answers[0]?.('late');
    await second;
    await client.users.get('usr_1');

    expect(answers).toHaveLength(2);
    expect(sent()).toEqual(['Bearer late', 'Bearer late']);
  });

  it('longer than every deadline is asked once: its token is kept for the next call', async () => {
    const { answers, provide } = createSlowProvider();
    const { client, sent } = clientWith(provide, Response.json({}));

    await failureOf(client.users.get('usr_1', { timeoutInMs: 50 }));
    answers[0]?.('late');
    await setImmediate();
    for (let call = 0; call < 10; call++) await client.users.get('usr_1', { timeoutInMs: 5000 });

    expect(answers).toHaveLength(1);
    expect(sent()).toEqual(Array(10).fill('Bearer late'));
  });

  it('is asked again after the deadline of a call, and the answer to the later request stays', async () => {
    const { client, asked, sent } = createTokenBench();
    await failureOf(client.users.get('usr_1', { timeoutInMs: 20 }));

    const call = client.users.get('usr_1');
    await asked[1]?.give('second');
    await call;
    await asked[0]?.give('first');
    await client.users.get('usr_1');

    expect(asked).toHaveLength(2);
    expect(sent()).toEqual(['second', 'second']);
  });
});
