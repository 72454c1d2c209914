import { expect, test } from 'vitest';
import type { InternalCallOptions } from '../src/transport/call-options.ts';
import { failureOf } from './support/failure-of.ts';
import { hang } from './support/scripted-fetch.ts';
import { clientOf, user } from './support/watched-client.ts';

const optionsOf = (options: InternalCallOptions): object => options;

test('the hook before the first request is awaited once per call, after its token', async () => {
  const order: string[] = [];
  const apiKey = () => {
    order.push('token');
    return 'key';
  };
  const sent = () => {
    order.push('request');
    return order.length < 4 ? new Response('', { status: 503 }) : user.clone();
  };
  const { client } = clientOf([sent], { tokens: { apiKey } });
  const beforeFirstRequest = async () => void order.push('before');

  await client.users.get('usr_1', optionsOf({ beforeFirstRequest }));

  expect(order).toEqual(['token', 'before', 'request', 'request']);
});

test('the hook does not run if the call is refused before it is sent', async () => {
  let isAsked = false;
  const { client } = clientOf([user], {});
  const beforeFirstRequest = async () => {
    isAsked = true;
  };

  await failureOf(client.users.get('..', optionsOf({ beforeFirstRequest })));

  expect(isAsked).toBe(false);
});

test('if the hook rejects, nothing is sent, and the call fails with the rejection as its cause', async () => {
  const { client, requests } = clientOf([user], {});
  const cause = new Error('The disk is full.');

  const error = await failureOf(
    client.users.get('usr_1', optionsOf({ beforeFirstRequest: () => Promise.reject(cause) })),
  );

  expect(error).toMatchObject({ code: 'configuration', outcome: 'not-sent', attempts: 0, cause });
  expect(requests).toEqual([]);
});

test('a call whose deadline passes during the hook sends nothing', async () => {
  const { client, requests } = clientOf([user], {});

  const error = await failureOf(
    client.users.get('usr_1', optionsOf({ timeoutInMs: 20, beforeFirstRequest: () => hang() })),
  );

  expect(error).toMatchObject({ code: 'timeout', outcome: 'not-sent' });
  expect(requests).toEqual([]);
});
