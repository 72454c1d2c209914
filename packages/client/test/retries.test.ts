import { describe, expect, it } from 'vitest';
import { failureOf } from './support/failure-of.ts';
import { bankAccount, customer } from './support/sample-inputs.ts';
import { clientOf, limited } from './support/scripted-client.ts';
import { lose, refuse, type Step } from './support/scripted-fetch.ts';

describe('how often', () => {
  it.each([0, 1, 2, 5])('a read that always fails is retried %i times, if that is the maximum', async (max) => {
    const { client, requests, delays } = clientOf([503], { retry: { max, baseDelayInMs: 1 } });

    const error = await failureOf(client.users.get('usr_1'));

    expect(error.attempts).toBe(max + 1);
    expect(requests).toHaveLength(max + 1);
    expect(delays).toHaveLength(max);
  });

  it('a read that fails is retried twice by default', async () => {
    const { client, requests } = clientOf([limited('0')]);

    await failureOf(client.users.get('usr_1'));

    expect(requests).toHaveLength(3);
  });

  it('each option of a call replaces that of the client separately', async () => {
    const { client, requests, delays } = clientOf([503], { retry: { max: 5, baseDelayInMs: 1, maxDelayInMs: 1 } });

    await failureOf(client.users.get('usr_1', { retry: { max: 1 } }));

    expect(requests).toHaveLength(2);
    expect(delays[0]).toBeLessThanOrEqual(1);
  });

  it('the same body goes out with every request', async () => {
    const { client, requests } = clientOf([503, 503, Response.json({ serviceUserId: 1, userIdentification: 2 })], {
      retry: { baseDelayInMs: 1 },
    });

    await client.customers.register(customer);

    const bodies = await Promise.all(requests.map((request) => request.text()));
    expect(bodies).toEqual(Array(3).fill(JSON.stringify(customer)));
  });
});

describe('a write', () => {
  it('is sent again after a 429 and after a refused connection, but not after a lost one', async () => {
    const { client, requests } = clientOf([limited('0'), refuse, lose, 200], { retry: { max: 5, baseDelayInMs: 1 } });

    const error = await failureOf(client.customers.addBankAccount(1, bankAccount));

    expect(error).toMatchObject({ code: 'connection', outcome: 'unknown', attempts: 3 });
    expect(requests).toHaveLength(3);
  });
});

describe('the outcome over several requests', () => {
  it.each<[title: string, steps: Step[], expected: object]>([
    ['stays unknown, although a later request was refused', [lose, 400], { code: 'api', outcome: 'unknown' }],
    ['stays unknown after a 503, although no host was reached later', [503, refuse], { outcome: 'unknown' }],
    ['is that of the last request, if no earlier one was carried out', [refuse, 400], { outcome: 'rejected' }],
  ])('%s', async (_title, steps, expected) => {
    const { client } = clientOf(steps, { retry: { max: 1, baseDelayInMs: 1 } });

    const error = await failureOf(client.customers.register(customer));

    expect(error).toMatchObject({ ...expected, attempts: 2 });
  });

  it.each([undefined, null, 'lost', { cause: null }])('is unknown if fetch fails with %j', async (thrown) => {
    const { client } = clientOf([() => Promise.reject(thrown)], { retry: { max: 0 } });

    const error = await failureOf(client.customers.addBankAccount(1, bankAccount));

    expect(error).toMatchObject({ code: 'connection', outcome: 'unknown', attempts: 1 });
  });

  it.each([
    { cause: { code: 'ECONNREFUSED' } },
    { cause: { code: 'EHOSTUNREACH', syscall: 'connect' } },
    // Bun
    { code: 'ConnectionRefused' },
  ])('is not-sent if connecting fails: %j', async (failure) => {
    const fail = () => Promise.reject(Object.assign(new TypeError('fetch failed'), failure));
    const { client } = clientOf([fail], { retry: { max: 0 } });

    const error = await failureOf(client.customers.addBankAccount(1, bankAccount));

    expect(error).toMatchObject({ code: 'connection', outcome: 'not-sent', attempts: 1 });
  });

  it('is not-sent if fetch never connects to the port', async () => {
    const { client } = clientOf([], { baseUrl: 'http://127.0.0.1:6000', fetch: undefined, retry: { max: 0 } });

    const error = await failureOf(client.customers.addBankAccount(1, bankAccount));

    expect(error).toMatchObject({ code: 'connection', outcome: 'not-sent', cause: { code: 'bad port' } });
  });

  it.each([
    { code: 'PAYMENT_REFUSED' },
    { code: 'WALLETNOTFOUND' },
    { code: 'ERR_DISCONNECT_TIMEOUT' },
    { code: 'LATE', syscall: 'pre-connect' },
    { code: 'ECONNREFUSED', cause: new Error('after the body was sent') },
    // Linux also reports these for a request that was sent and never acknowledged.
    { cause: { code: 'EHOSTUNREACH', syscall: 'read' } },
    { cause: { code: 'ENETUNREACH', syscall: 'read' } },
    { cause: { cause: { code: 'ECONNREFUSED', syscall: 'connect' } } },
  ])('is unknown if the failure only resembles a failed connection: %j', async (failure) => {
    const { client, requests } = clientOf([() => Promise.reject(Object.assign(new Error('failed'), failure)), 200]);

    const error = await failureOf(client.customers.addBankAccount(1, bankAccount));

    expect(error).toMatchObject({ code: 'connection', outcome: 'unknown', attempts: 1 });
    expect(requests).toHaveLength(1);
  });

  it('is unknown if an answer has begun, however its body fails', async () => {
    const refusing = new ReadableStream({ pull: refuse });
    const { client, requests } = clientOf([() => new Response(refusing), 200]);

    const error = await failureOf(client.customers.addBankAccount(1, bankAccount));

    expect(error).toMatchObject({ code: 'connection', outcome: 'unknown', attempts: 1 });
    expect(requests).toHaveLength(1);
  });
});
