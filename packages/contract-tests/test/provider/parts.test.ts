import { describe, expect, test, vi } from 'vitest';
import { redactExchange } from '../../src/deployment/exchange.ts';
import { addInputs, createSecrets } from '../../src/deployment/secrets.ts';
import { createSend } from '../../src/deployment/send.ts';
import type { StateContext } from '../../src/state-handlers/context.ts';
import { createStateHandlers } from '../../src/state-handlers/create-state-handlers.ts';
import type { EventTrigger } from '../../src/state-handlers/events.ts';
import { createPhoneNumbers, isPhonePrefix } from '../../src/state-handlers/phone-numbers.ts';
import { toExpression, toStateAnswer } from '../../src/states/values.ts';

describe('phone numbers', () => {
  test('have the prefix and twelve digits, none comes twice, and no run registers one that has to stay unknown', () => {
    const phones = createPhoneNumbers('+447700900');

    const made = Array.from({ length: 900 }, phones.next);
    const unregistered = Array.from({ length: 100 }, phones.nextUnregistered);

    expect(new Set([...made, ...unregistered]).size).toBe(1000);
    expect(made.filter((phone) => !/^\+447700900\d[0-8]\d$/.test(phone))).toEqual([]);
    expect(unregistered.filter((phone) => !/^\+447700900\d9\d$/.test(phone))).toEqual([]);
  });

  test('differ between runs', () => {
    // Two runs that start at random collide once in some million times.
    expect(createPhoneNumbers('+999').next()).not.toBe(createPhoneNumbers('+999').next());
  });

  test('that a request registers are never those that must stay unregistered', async () => {
    const phones = { next: () => '+1', nextUnregistered: () => '+2' };
    const context = { phones, deployment: { hosts: {}, credentials: {} } } as unknown as StateContext;
    const handlers = createStateHandlers(context, {} as EventTrigger);

    expect(await handlers['a phone number that nobody has']({})).toMatchObject({ phoneNumber: '+1' });
  });

  test.for([
    ['+966500000', true],
    ['+9665000000', false],
    ['966', false],
    ['+0', false],
    ['+', false],
  ] as const)('of the prefix %s can be made: %s', ([prefix, expected]) => {
    expect(isPhonePrefix(prefix)).toBe(expected);
  });
});

test('a state answers with its values, each also URL-encoded, and with its parameters filled in', () => {
  const parties = [{ phoneNumber: toExpression('buyerPhone'), amount: 1.5 }];
  const parameters = { itemPrice: 1000, partiesByMilestone: { [toExpression('milestoneId')]: parties } };
  const values = { milestoneId: 'm/"7', buyerPhone: '+966500000009' };

  expect(toStateAnswer(values, parameters)).toEqual({
    ...values,
    milestoneIdInPath: 'm%2F%227',
    buyerPhoneInPath: '%2B966500000009',
    itemPrice: 1000,
    partiesByMilestone: { 'm/"7': [{ phoneNumber: '+966500000009', amount: 1.5 }] },
  });
  expect(() => toStateAnswer({ milestoneId: 'm' }, parameters)).toThrow('gave no value "buyerPhone"');
});

describe('secrets', () => {
  test.for([
    ['they are, the longest first', `<a> & "b'c!`],
    ['a URL writes them', encodeURIComponent(`<a> & "b'c!`)],
    ['JSON writes them', JSON.stringify(`<a> & "b'c!`).slice(1, -1)],
    ['HTML writes them', '&lt;a&gt; &amp; &quot;b&#39;c!'],
    ['a form writes them', '%3Ca%3E+%26+%22b%27c%21'],
    ['base64 writes them', btoa(`<a> & "b'c!`)],
    ['base64 of a URL writes them', Buffer.from(`<a> & "b'c!`).toString('base64url')],
    ['Basic authorization writes them, with the client id', btoa(`client-1:<a> & "b'c!`)],
  ])('are removed as %s', ([, written = '']) => {
    const secrets = createSecrets();
    secrets.add("b'c!");
    addInputs(secrets, { hosts: {}, credentials: { clientId: 'client-1', clientSecret: `<a> & "b'c!` } });

    expect(secrets.redact(`before ${written}`)).toMatch(/^before \[(ESCROW_CLIENT_SECRET|redacted)\]=*$/);
  });

  test('are all cookies of an answer', () => {
    const answer = { status: 200, headers: { 'set-cookie': 'session=s-1', server: 'x' }, body: '' };
    const request = { method: 'GET', url: 'https://contract.example', headers: {} };

    const redacted = redactExchange({ request, answer }, String);

    expect(redacted.answer?.headers).toEqual({ 'set-cookie': '[redacted]', server: 'x' });
  });

  test('are found by what the document marks as secret', () => {
    const secrets = createSecrets();
    secrets.addFromBody('{"data":[{"waffy_token":"token-77","name":"Sara"}]}');
    secrets.addFromBody('{"data": {"waffy_token" : "cut-off-78');

    expect(secrets.redact('Sara has token-77 and cut-off-78')).toBe('Sara has [redacted] and [redacted]');
  });
});

test('an operation that does not answer twice in a row is not called again, others are', async ({ onTestFinished }) => {
  // Not a server, which a busy machine may reach after the limit.
  const fetchInVain = vi.fn<typeof fetch>(
    (_, request) =>
      new Promise((_, reject) => {
        request?.signal?.addEventListener('abort', ({ target }) => reject((target as AbortSignal).reason));
      }),
  );
  vi.stubGlobal('fetch', fetchInVain);
  onTestFinished(() => void vi.unstubAllGlobals());
  const send = createSend({ timeoutInMs: 50 });
  const ask = (operationId: string) =>
    send({ method: 'GET', url: 'http://service.example', headers: {} }, { operationId });

  for (let asked = 1; asked <= 2; asked += 1) await expect(ask('getUser')).rejects.toThrow('no answer within 0.05 s');

  await expect(ask('getUser')).rejects.toThrow('no answer within 0.05 s, 2 times in a row, so it was not called again');
  await expect(ask('updateUser')).rejects.toThrow('no answer within 0.05 s');
  expect(fetchInVain).toHaveBeenCalledTimes(3);
});
