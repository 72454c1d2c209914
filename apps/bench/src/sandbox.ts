// How fast the sandbox starts and creates contracts, compared with Prism, and how many full escrows it runs.
import type { Control } from '@escrow-kit/sandbox';
import autocannon from 'autocannon';
import { contractBody } from './client.ts';
import { measureInTurn, ratePerSecond, report } from './measure.ts';
import { builtFile, type StartedService, startPrism, startSandbox } from './services.ts';

const { createEscrowClient }: typeof import('@escrow-kit/client') = await import(builtFile('@escrow-kit/client'));
const { createMemoryJournal }: typeof import('@escrow-kit/client/memory') = await import(
  builtFile('@escrow-kit/client', 'memory')
);
const { createControl, defaultCredentials }: typeof import('@escrow-kit/sandbox') = await import(
  builtFile('@escrow-kit/sandbox')
);

const secondsOfLoad = 2;
const connections = 32;
const escrowLoad = { atOnce: 16, timeInMs: 2_000 };

/** Measures and reports. */
export async function measureSandbox(): Promise<void> {
  const starts = { sandbox: () => timeToStart(startSandbox), Prism: () => timeToStart(startPrism) };
  report('Start: milliseconds until the command listens', await measureInTurn(starts), ['Prism']);
  const [sandbox, prism] = await Promise.all([startSandbox(), startPrism()]);
  try {
    const creates = { sandbox: () => createsPerSecond(sandbox.url), Prism: () => createsPerSecond(prism.url) };
    report('Contracts created per second', await measureInTurn(creates), ['Prism']);
    const control = createControl(sandbox.url);
    const escrows = { sandbox: () => ratePerSecond(() => completeEscrow(sandbox.url, control), escrowLoad) };
    report('Full escrows per second, by our client', await measureInTurn(escrows));
  } finally {
    await Promise.all([sandbox.stop(), prism.stop()]);
  }
}

async function timeToStart(start: () => Promise<StartedService>): Promise<number> {
  const begin = performance.now();
  const { stop } = await start();
  const timeInMs = performance.now() - begin;
  await stop();
  return timeInMs;
}

async function createsPerSecond(url: string): Promise<number> {
  const { requests, non2xx, errors } = await autocannon({
    url: `${url}/api/external/contracts`,
    method: 'POST',
    headers: { authorization: 'Bearer adm_sandbox', 'content-type': 'application/json' },
    body: JSON.stringify(contractBody),
    connections,
    duration: secondsOfLoad,
  });
  if (non2xx > 0 || errors > 0) throw new Error(`${url}: ${non2xx} refused, ${errors} failed`);
  return requests.average;
}

const bankAccount = { iban: 'SA0380000000608010167519', beneficiaryName: 'Seller', nationalId: '1000000001' };
const address = { addressLabel: 'WORK', countryCode: 'SA' };
const defaults = {
  currency: 'SAR',
  contractClassification: 'BASIC',
  returnPolicy: 'NO_RETURN',
  returnFeePayee: 'PROVIDER',
  serviceTermsAccepted: true,
  broker: '+966500000003',
} as const;

let phones = 0;
const nextPhone = (): string => `+9665${String(++phones).padStart(8, '0')}`;

/** Runs an escrow from sign-up to COMPLETED: 9 calls, the checkout, and what the service's operators do. */
async function completeEscrow(baseUrl: string, control: Control): Promise<void> {
  const escrow = createEscrowClient({ baseUrl, ...defaultCredentials, journal: createMemoryJournal(), defaults });
  const [seller, buyer] = [nextPhone(), nextPhone()];
  await escrow.flows.onboardCustomer({ phoneNumber: seller, bankAccount, address }, { key: 'seller' });
  await escrow.customers.register({ phoneNumber: buyer });
  const milestone = { title: 'Delivery', price: 1000, commission: 50, deadline: '2030-01-01T00:00:00Z', buyer, seller };
  const contract = { title: 'Order 1001', milestones: [milestone] } as const;
  const [{ id: milestoneId }] = (await escrow.flows.openContract(contract, { key: 'order' })).milestones;
  const { redirectUrl } = await escrow.flows.checkout({ milestoneId, buyer, returnUrl: 'https://shop.example/return' });
  const { session } = await control.openCheckout(redirectUrl.reveal());
  await control.giveCheckoutConsent(session, true);
  await control.payCheckout(session);
  await control.release(milestoneId);
  await control.complete(milestoneId);
}
