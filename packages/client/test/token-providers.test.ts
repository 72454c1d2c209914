import { expect, it } from 'vitest';
import { failureOf } from './support/failure-of.ts';
import { printsOf } from './support/prints-of.ts';
import { clientWith, hang } from './support/scripted-client.ts';
import { createTokenBench } from './support/token-bench.ts';

/** A provider that counts, and returns tok-1, tok-2 and so on. */
function counting() {
  const asked: boolean[] = [];
  const provide = async ({ refresh }: { refresh: boolean }) => {
    asked.push(refresh);
    return `tok-${asked.length}`;
  };
  return { asked, provide };
}

it('after a 401, the call is sent only once more, with a new token', async () => {
  const { asked, provide } = counting();
  const { client, sent } = clientWith(provide, 401);

  const error = await failureOf(client.users.get('usr_1', { retry: { max: 5 } }));

  expect(error).toMatchObject({ code: 'unauthorized', outcome: 'rejected', attempts: 2 });
  expect(asked).toEqual([false, true]);
  expect(sent()).toEqual(['Bearer tok-1', 'Bearer tok-2']);
});

it('a call that is refused late gets the token that another call has refreshed', async () => {
  const { asked, provide } = counting();
  const late = Promise.withResolvers<Response>();
  const { client, sent } = clientWith(provide, () => late.promise, 401, 200);

  const first = client.users.get('usr_1');
  await client.users.get('usr_2');
  late.resolve(new Response('', { status: 401 }));
  await first;

  expect(asked).toEqual([false, true]);
  expect(sent()).toEqual(['Bearer tok-1', 'Bearer tok-1', 'Bearer tok-2', 'Bearer tok-2']);
});

it.each([undefined, 'Bearer canary', 'canary\r\nx-admin: 1', 'canary توكن'])(
  'a provider that returns %j fails each call before anything is sent, and shows nothing of it',
  async (returned) => {
    const { client, sent } = clientWith(() => returned as string, 200);

    const error = await failureOf(client.users.get('usr_1'));

    expect(error).toMatchObject({ code: 'token_provider', outcome: 'not-sent', attempts: 0, operationId: 'getUser' });
    expect(printsOf(error)).not.toContain('canary');
    expect(sent()).toEqual([]);
  },
);

it('a provider that failed is asked again by a later call', async () => {
  let count = 0;
  const provide = () => (++count === 1 ? Promise.reject(new Error('down')) : 'tok');
  const { client, sent } = clientWith(provide, Response.json({}));

  await failureOf(client.users.get('usr_1'));
  await client.users.get('usr_1');

  expect(sent()).toEqual(['Bearer tok']);
});

it('a provider that hangs is cut off by the deadline of the call, with nothing sent', async () => {
  const { client, sent } = clientWith(hang, 200);

  const error = await failureOf(client.users.get('usr_1', { timeoutInMs: 20 }));

  expect(error).toMatchObject({ code: 'timeout', outcome: 'not-sent', attempts: 0 });
  expect(error.message).toContain('while it waited for its token');
  expect(sent()).toEqual([]);
});

it('a provider that hangs is asked again after the deadline of a call, and the answer to the later request stays', async () => {
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

it('an answer that comes after the deadline of a call is kept for the next one', async () => {
  const { client, asked, sent } = createTokenBench();
  await failureOf(client.users.get('usr_1', { timeoutInMs: 20 }));

  await asked[0]?.give('late');
  await client.users.get('usr_1');

  expect(asked).toHaveLength(1);
  expect(sent()).toEqual(['late']);
});
