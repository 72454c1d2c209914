import { describe, expect, it } from 'vitest';
import { createEscrowClient } from '../src/index.ts';
import { failureOf } from './support/failure-of.ts';
import { bankAccount, customer } from './support/sample-inputs.ts';
import { clientOf, limited } from './support/scripted-client.ts';
import { lose, refuse } from './support/scripted-fetch.ts';

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
  it('stays unknown once the outcome of a repeatable write was unknown, although a later request was refused', async () => {
    const { client } = clientOf([lose, 400], { retry: { baseDelayInMs: 1 } });

    const error = await failureOf(client.customers.register(customer));

    expect(error).toMatchObject({ code: 'api', outcome: 'unknown', attempts: 2 });
  });

  it('stays unknown after a 503, although no host was reached later', async () => {
    const { client } = clientOf([503, refuse], { retry: { max: 1, baseDelayInMs: 1 } });

    const error = await failureOf(client.customers.register(customer));

    expect(error).toMatchObject({ code: 'connection', outcome: 'unknown', attempts: 2 });
  });

  it('is that of the last request, if all earlier ones were certainly not carried out', async () => {
    const { client } = clientOf([refuse, limited('0'), 400], { retry: { baseDelayInMs: 1 } });

    const error = await failureOf(client.customers.addBankAccount(1, bankAccount));

    expect(error).toMatchObject({ code: 'api', outcome: 'rejected', attempts: 3 });
  });

  it.each([undefined, null, 'lost', { cause: null }])('is unknown if fetch fails with %j', async (thrown) => {
    const { client } = clientOf([() => Promise.reject(thrown)], { retry: { max: 0 } });

    const error = await failureOf(client.customers.addBankAccount(1, bankAccount));

    expect(error).toMatchObject({ code: 'connection', outcome: 'unknown', attempts: 1 });
  });

  it.each(['EHOSTUNREACH', 'ENETUNREACH'])('is unknown if an open connection ends with %s', async (code) => {
    // Linux also reports these for a request that was sent and never acknowledged.
    const cause = Object.assign(new Error(`read ${code}`), { code, syscall: 'read' });
    const { client, requests } = clientOf([() => Promise.reject(new TypeError('fetch failed', { cause })), 200]);

    const error = await failureOf(client.customers.addBankAccount(1, bankAccount));

    expect(error).toMatchObject({ code: 'connection', outcome: 'unknown', attempts: 1 });
    expect(requests).toHaveLength(1);
  });

  it.each(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH'])('is not-sent if connecting fails with %s', async (code) => {
    const cause = Object.assign(new Error(`connect ${code}`), { code, syscall: 'connect' });
    const { client } = clientOf([() => Promise.reject(new TypeError('fetch failed', { cause }))], {
      retry: { max: 0 },
    });

    const error = await failureOf(client.customers.addBankAccount(1, bankAccount));

    expect(error).toMatchObject({ code: 'connection', outcome: 'not-sent', attempts: 1 });
  });

  it('is not-sent if fetch never connects to the port', async () => {
    const client = createEscrowClient({
      baseUrl: 'http://127.0.0.1:6000',
      tokens: { organization: 'org' },
      retry: { max: 0 },
    });

    const error = await failureOf(client.customers.addBankAccount(1, bankAccount));

    expect(error).toMatchObject({ code: 'connection', outcome: 'not-sent', cause: { code: 'bad port' } });
  });

  it.each([
    { code: 'PAYMENT_REFUSED' },
    { code: 'WALLETNOTFOUND' },
    { code: 'ERR_DISCONNECT_TIMEOUT' },
    { code: 'LATE', syscall: 'pre-connect' },
    { code: 'ECONNREFUSED', cause: new Error('after the body was sent') },
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

  it('is unknown if a refused connection is the cause of a cause', async () => {
    const cause = await refuse().catch((error) => error);
    const { client } = clientOf([() => Promise.reject(new Error('proxy', { cause }))], { retry: { max: 0 } });

    const error = await failureOf(client.customers.addBankAccount(1, bankAccount));

    expect(error).toMatchObject({ code: 'connection', outcome: 'unknown' });
  });
});
