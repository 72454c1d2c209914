import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { failureOf } from './support/failure-of.ts';
import { clientWith } from './support/scripted-client.ts';
import type { Step } from './support/scripted-fetch.ts';

/** A provider that counts, and returns tok-1, tok-2 and so on. */
function counting() {
  const asked: { kind: string; refresh: boolean }[] = [];
  const provide = async (request: { kind: string; refresh: boolean }) => {
    asked.push(request);
    return `tok-${asked.length}`;
  };
  return { asked, provide };
}

/** Accepts the given tokens, and answers 401 to all others. */
const accepting =
  (...tokens: string[]): Step =>
  (request) => {
    const isKnown = tokens.some((token) => request.headers.get('authorization') === `Bearer ${token}`);
    return new Response('{}', { status: isKnown ? 200 : 401 });
  };

describe('after a 401', () => {
  it('the call is sent only once more', async () => {
    const { asked, provide } = counting();
    const { client, sent } = clientWith(provide, 401);

    const error = await failureOf(client.users.get('usr_1', { retry: { max: 5 } }));

    expect(error).toMatchObject({ code: 'unauthorized', outcome: 'rejected', attempts: 2 });
    expect(asked).toHaveLength(2);
    expect(sent()).toHaveLength(2);
  });

  it('other failures still have all their retries', async () => {
    const { provide } = counting();
    const { client, sent } = clientWith(provide, 503, 401, 503, Response.json({}));

    await client.users.get('usr_1', { retry: { max: 2, baseDelayInMs: 1 } });

    expect(sent()).toEqual(['Bearer tok-1', 'Bearer tok-1', 'Bearer tok-2', 'Bearer tok-2']);
  });

  it('a call that is refused during the refresh of another one starts no refresh', async () => {
    const asked: boolean[] = [];
    const refreshed = Promise.withResolvers<string>();
    const provide = ({ refresh }: { refresh: boolean }) => {
      asked.push(refresh);
      return refresh ? refreshed.promise : 'tok';
    };
    const late = Promise.withResolvers<Response>();
    const { client, sent } = clientWith(provide, 401, () => late.promise, 401);

    const calls = [failureOf(client.users.get('usr_1')), failureOf(client.users.get('usr_2'))];
    await expect.poll(() => asked).toHaveLength(2);
    late.resolve(new Response('', { status: 401 }));
    await setImmediate();
    refreshed.resolve('tok');
    await Promise.all(calls);

    expect(asked).toEqual([false, true]);
    expect(sent()).toHaveLength(4);
  });

  it('a call that is refused late gets the token that another call has refreshed', async () => {
    const { asked, provide } = counting();
    const late = Promise.withResolvers<Response>();
    const { client, sent } = clientWith(provide, () => late.promise, accepting('tok-2'));

    const first = client.users.get('usr_1');
    await client.users.get('usr_2');
    late.resolve(new Response('', { status: 401 }));
    await first;

    expect(asked).toHaveLength(2);
    expect(sent()).toEqual(['Bearer tok-1', 'Bearer tok-1', 'Bearer tok-2', 'Bearer tok-2']);
  });
});
