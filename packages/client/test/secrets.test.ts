import { inspect } from 'node:util';
import { isSoak } from '@escrow-kit/tools';
import { describe, expect, it } from 'vitest';
import {
  type ClientObserver,
  createEscrowClient,
  createLogObserver,
  type EscrowClient,
  type EscrowClientOptions,
  parseCheckoutUrl,
} from '../src/index.ts';
import { createMemoryJournal } from '../src/journals/memory-journal.ts';
import { type FaultName, faultNames, startFaultServer } from './support/fault-server.ts';
import { printsOf } from './support/prints-of.ts';
import { scriptFetch } from './support/scripted-client.ts';

/** One value for each kind of secret and personal data. None has a letter that an encoding changes. */
const canaries = {
  organization: 'canary-organization-token',
  clientAdmin: 'canary-client-admin-token',
  apiKey: 'canary-api-key',
  legacyUser: 'canary-legacy-user-token',
  legacyApp: 'canary-legacy-app-token',
  clientSecret: 'canary-client-secret',
  otp: '918273645',
  iban: 'SA9182736450918273645091',
  nationalId: '9182736450',
  phone: '966591827364',
  name: 'canary-name',
  email: 'canary-email',
  metadata: 'canary-metadata',
  street: 'canary-street',
  userId: 'canary-user-id',
  ticket: 'canary-ticket',
  clientUserToken: 'canary-client-user-token',
  waffyToken: 'canary-waffy-token',
};
const echo = Object.values(canaries).join(' ');

const phoneNumber = `+${canaries.phone}`;
const customer = { phoneNumber, firstName: canaries.name, lastName: canaries.name };
const bankAccount = {
  iban: canaries.iban,
  currency: 'SAR',
  beneficiaryName: canaries.name,
  nationalId: canaries.nationalId,
};
const address = { addressLabel: 'HOME', countryCode: 'SA', street: canaries.street };
const { shortId } = parseCheckoutUrl('https://pay.example/external/short_1');

/** A call of each kind that sends something secret; the journaled flow is one more. */
const calls: ((client: EscrowClient) => Promise<unknown>)[] = [
  (client) => client.verification.submitNationalId(canaries.userId, canaries.nationalId),
  (client) => client.verification.validateOtp({ type: 'SERVICE_OTP', phoneNumber, otp: Number(canaries.otp) }),
  (client) => client.payments.start({ milestoneId: 'ms_1', redirectUrl: 'https://shop.example/back' }),
  (client) => client.payments.requestTicket({ shortId, buyerPhone: phoneNumber }),
  (client) => client.users.get(canaries.userId),
  (client) =>
    client.users.link({
      email: `${canaries.email}@example.com`,
      phone: phoneNumber,
      name: canaries.name,
      metadata: { note: canaries.metadata },
    }),
  (client) => client.legacy.signUp({ ...customer, clientUserId: canaries.userId }),
  (client) => client.legacy.addIban(canaries.userId, { iban: canaries.iban }),
  (client) => client.contracts.addParties('c-1', { m: [{ role: 'CUSTOMER', phoneNumber, amount: 0 }] }),
  (client) =>
    client.flows.onboardCustomer(
      { ...customer, bankAccount, address },
      { key: 'order-1', journal: createMemoryJournal() },
    ),
];

interface Watched {
  client: EscrowClient;
  /** Everything that was logged or received by observers, except the headers of answers. */
  printed: () => string;
}

/** The headers of answers come from the service, so they are checked separately. */
function watch(baseUrl: string, options: Pick<EscrowClientOptions, 'fetch' | 'timeoutInMs'>): Watched {
  const prints: string[] = [];
  const print = (...values: unknown[]) => void prints.push(inspect(values, { depth: 10 }), JSON.stringify(values));
  const observer: ClientObserver = {
    call: ({ headers: _, ...event }) => print(event),
    attempt: print,
    step: print,
    retry: print,
    tokenFailure: print,
    warning: print,
  };
  const { organization, clientAdmin, apiKey, legacyUser, legacyApp, clientSecret } = canaries;
  const client = createEscrowClient({
    baseUrl,
    clientId: 'client',
    clientSecret,
    // A provider, so that a refresh is covered, too.
    tokens: { organization: async () => organization, clientAdmin, apiKey, legacyUser, legacyApp },
    retry: { max: 1, baseDelayInMs: 1 },
    observer: [createLogObserver({ debug: print, warn: print }), observer],
    ...options,
  });
  return { client, printed: () => prints.join('\n') };
}

const canariesIn = (text: string): string[] =>
  Object.entries(canaries).flatMap(([kind, value]) => (text.includes(value) ? [kind] : []));

async function errorsOf(client: EscrowClient): Promise<unknown[]> {
  const ends = await Promise.allSettled(calls.map((call) => call(client)));
  return ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
}

/** One of each way in which a call fails. */
const fewFaults: FaultName[] = [
  'never answers',
  'cuts its body short',
  'sends bytes that are no HTTP',
  'answers 200 with bad JSON',
  'answers 400',
  'answers 401',
  'answers a bare 500',
  'redirects to another origin',
];

describe('no secret and no personal data is in an error, a log or an observer', () => {
  it.each(isSoak ? faultNames : fewFaults)('with a server that %s and echoes everything', async (fault) => {
    const elsewhere = await startFaultServer('answers 400', echo);
    const server = await startFaultServer(fault, echo, elsewhere.url);
    const { client, printed } = watch(server.url, /never|no body|without end/.test(fault) ? { timeoutInMs: 250 } : {});

    const errors = await errorsOf(client);

    // An answer that is not shown may be any text, so six calls may succeed.
    expect(errors.length).toBeGreaterThanOrEqual(calls.length - 6);
    expect(canariesIn(errors.map(printsOf).join('\n'))).toEqual([]);
    expect(canariesIn(printed())).toEqual([]);
  });

  it('with a service that carries out everything', async () => {
    const everything = {
      success: true,
      data: { valid: true, id: 'user_1', clientUserToken: canaries.clientUserToken, waffy_token: canaries.waffyToken },
      serviceUserId: 1001,
      userIdentification: 2002,
      ticket: canaries.ticket,
      expiresIn: 300,
    };
    const { fetch } = scriptFetch(Response.json(everything, { headers: { 'x-echo': echo } }));
    const { client, printed } = watch('http://service.example', { fetch });

    const errors = await errorsOf(client);

    expect(errors.length).toBeLessThan(calls.length / 2);
    expect(canariesIn(printed())).toEqual([]);
  });
});

it('the error of a token provider is the cause of the call’s error, but not part of its JSON', async () => {
  const failure = Object.assign(new Error('down'), { config: { password: canaries.clientSecret } });
  const tokens = { apiKey: () => Promise.reject(failure) };

  const [end] = await Promise.allSettled([
    createEscrowClient({ baseUrl: 'http://service.example', tokens }).users.get('usr_1'),
  ]);

  const error = end?.status === 'rejected' ? end.reason : undefined;
  expect(error).toMatchObject({ code: 'token_provider', cause: failure });
  expect(canariesIn(JSON.stringify(error))).toEqual([]);
});
