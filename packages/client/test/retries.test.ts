import { createServer } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createEscrowClient } from '../src/index.ts';
import { failureOf } from './support/failure-of.ts';
import { closedUrl } from './support/fault-server.ts';
import { limited, observe, retryObserver } from './support/observed-retries.ts';
import { lose, refuse, type Step } from './support/scripted-fetch.ts';

const customer = { phoneNumber: '+966500000001' };
const bankAccount = {
  iban: 'SA0380000000608010167519',
  currency: 'SAR',
  beneficiaryName: 'Sara',
  nationalId: '1012345678',
};

describe('how often', () => {
  it.each([0, 1, 2, 5])('a read that always fails is retried %i times, if that is the maximum', async (max) => {
    const { client, requests, delays } = observe([503], { retry: { max, baseDelayInMs: 1 } });

    const error = await failureOf(client.users.get('usr_1'));

    expect(error.attempts).toBe(max + 1);
    expect(requests).toHaveLength(max + 1);
    expect(delays).toHaveLength(max);
  });

  it('a read that fails is retried twice by default', async () => {
    const { client, requests } = observe([limited('0')]);

    await failureOf(client.users.get('usr_1'));

    expect(requests).toHaveLength(3);
  });

  it('an option that is undefined has its default', async () => {
    // Without exactOptionalPropertyTypes, TypeScript accepts this. Sixty answers end an otherwise endless loop.
    const retry = { max: undefined, baseDelayInMs: undefined } as unknown as { max: number };
    const { client, requests } = observe([...Array<Step>(60).fill(limited('0')), 400], { retry });

    await failureOf(client.users.get('usr_1'));

    expect(requests).toHaveLength(3);
  });

  it('each option of a call replaces that of the client separately', async () => {
    const { client, requests, delays } = observe([503], { retry: { max: 5, baseDelayInMs: 1, maxDelayInMs: 1 } });

    await failureOf(client.users.get('usr_1', { retry: { max: 1 } }));

    expect(requests).toHaveLength(2);
    expect(delays[0]).toBeLessThanOrEqual(1);
  });

  it('the same body goes out with every request', async () => {
    const { client, requests } = observe([503, 503, Response.json({ serviceUserId: 1, userIdentification: 2 })], {
      retry: { baseDelayInMs: 1 },
    });

    await client.customers.register(customer);

    const bodies = await Promise.all(requests.map((request) => request.text()));
    expect(bodies).toEqual(Array(3).fill(JSON.stringify(customer)));
  });

  it('attempts counts every request, even if a needed field is missing from the answer', async () => {
    const { client } = observe([limited('0'), Response.json({ data: {} })], {
      tokens: { clientAdmin: 'adm' },
    });

    const error = await failureOf(
      client.contracts.create({
        contractClassification: 'BASIC',
        currency: 'SAR',
        itemDetail: { title: 'Bike', description: 'Red' },
        returnPolicy: 'NO_RETURN',
        returnFeePayee: 'PROVIDER',
        serviceTermsAccepted: true,
      }),
    );

    expect(error).toMatchObject({ code: 'decode', outcome: 'unknown', attempts: 2 });
  });
});

describe('a write', () => {
  it('is sent again after a 429 and after a refused connection, but not after a lost one', async () => {
    const { client, requests } = observe([limited('0'), refuse, lose, 200], { retry: { max: 5, baseDelayInMs: 1 } });

    const error = await failureOf(client.customers.addBankAccount(1, bankAccount));

    expect(error).toMatchObject({ code: 'connection', outcome: 'unknown', attempts: 3 });
    expect(requests).toHaveLength(3);
  });

  it('is carried out once by a server that starts during the retries', async () => {
    const url = await closedUrl();
    let count = 0;
    const server = createServer((request, response) => {
      request.resume().on('end', () => {
        count++;
        response.end('{}');
      });
    });
    onTestFinished(() => void server.close().closeAllConnections());
    const startListening = () => void (server.listening || server.listen(Number(new URL(url).port), '127.0.0.1'));
    const client = createEscrowClient({
      baseUrl: url,
      tokens: { organization: 'org' },
      retry: { max: 1000, baseDelayInMs: 5, maxDelayInMs: 5 },
      observer: retryObserver(startListening),
    });

    await client.customers.addBankAccount(1, bankAccount);

    expect(count).toBe(1);
  });
});

describe('the outcome over several requests', () => {
  it('stays unknown once the outcome of a repeatable write was unknown, although a later request was refused', async () => {
    const { client } = observe([lose, 400], { retry: { baseDelayInMs: 1 } });

    const error = await failureOf(client.customers.register(customer));

    expect(error).toMatchObject({ code: 'api', outcome: 'unknown', attempts: 2 });
  });

  it('stays unknown after a 503, although no host was reached later', async () => {
    const { client } = observe([503, refuse], { retry: { max: 1, baseDelayInMs: 1 } });

    const error = await failureOf(client.customers.register(customer));

    expect(error).toMatchObject({ code: 'connection', outcome: 'unknown', attempts: 2 });
  });

  it('is that of the last request, if all earlier ones were certainly not carried out', async () => {
    const { client } = observe([refuse, limited('0'), 400], { retry: { baseDelayInMs: 1 } });

    const error = await failureOf(client.customers.addBankAccount(1, bankAccount));

    expect(error).toMatchObject({ code: 'api', outcome: 'rejected', attempts: 3 });
  });

  it('is not-sent if no request reached a host', async () => {
    const { client } = observe([refuse], { retry: { baseDelayInMs: 1 } });

    const error = await failureOf(client.customers.addBankAccount(1, bankAccount));

    expect(error).toMatchObject({ code: 'connection', outcome: 'not-sent', attempts: 3 });
  });

  it.each([undefined, null, 'lost', { cause: null }])('is unknown if fetch fails with %j', async (thrown) => {
    const { client } = observe([() => Promise.reject(thrown)], { retry: { max: 0 } });

    const error = await failureOf(client.customers.addBankAccount(1, bankAccount));

    expect(error).toMatchObject({ code: 'connection', outcome: 'unknown', attempts: 1 });
  });

  it.each(['EHOSTUNREACH', 'ENETUNREACH'])('is unknown if an open connection ends with %s', async (code) => {
    // Linux also reports these for a request that was sent and never acknowledged.
    const cause = Object.assign(new Error(`read ${code}`), { code, syscall: 'read' });
    const { client, requests } = observe([() => Promise.reject(new TypeError('fetch failed', { cause })), 200]);

    const error = await failureOf(client.customers.addBankAccount(1, bankAccount));

    expect(error).toMatchObject({ code: 'connection', outcome: 'unknown', attempts: 1 });
    expect(requests).toHaveLength(1);
  });

  it.each(['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH'])('is not-sent if connecting fails with %s', async (code) => {
    const cause = Object.assign(new Error(`connect ${code}`), { code, syscall: 'connect' });
    const { client } = observe([() => Promise.reject(new TypeError('fetch failed', { cause }))], {
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
  ])('is unknown if the failure only resembles a failed connection: %j', async (failure) => {
    const { client, requests } = observe([() => Promise.reject(Object.assign(new Error('failed'), failure)), 200]);

    const error = await failureOf(client.customers.addBankAccount(1, bankAccount));

    expect(error).toMatchObject({ code: 'connection', outcome: 'unknown', attempts: 1 });
    expect(requests).toHaveLength(1);
  });

  it('is unknown if an answer has begun, however its body fails', async () => {
    const refusing = new ReadableStream({ pull: refuse });
    const { client, requests } = observe([() => new Response(refusing), 200]);

    const error = await failureOf(client.customers.addBankAccount(1, bankAccount));

    expect(error).toMatchObject({ code: 'connection', outcome: 'unknown', attempts: 1 });
    expect(requests).toHaveLength(1);
  });

  it('is unknown if a refused connection is the cause of a cause', async () => {
    const cause = await refuse().catch((error) => error);
    const { client } = observe([() => Promise.reject(new Error('proxy', { cause }))], { retry: { max: 0 } });

    const error = await failureOf(client.customers.addBankAccount(1, bankAccount));

    expect(error).toMatchObject({ code: 'connection', outcome: 'unknown' });
  });

  it('is unknown if only one of several addresses refused the connection', async () => {
    const codes = ['ECONNREFUSED', 'ECONNRESET'];
    const cause = new AggregateError(codes.map((code) => Object.assign(new Error(code), { code })));
    const { client, requests } = observe([() => Promise.reject(new TypeError('fetch failed', { cause }))]);

    const error = await failureOf(client.customers.addBankAccount(1, bankAccount));

    expect(error).toMatchObject({ code: 'connection', outcome: 'unknown' });
    expect(requests).toHaveLength(1);
  });
});
