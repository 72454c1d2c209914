import { createEscrowClient } from '@escrow-kit/client';
import { createMemoryJournal } from '@escrow-kit/client/memory';
import type { Control, Credentials } from '@escrow-kit/sandbox';

/** A sandbox to run escrows on, in this or another process. */
interface EscrowService {
  url: string;
  credentials: Credentials;
  control: Control;
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

/** Runs an escrow from sign-up to the payment: 9 calls, and the checkout. Returns the milestone's id. */
export async function openPaidEscrow({ url, credentials, control }: EscrowService): Promise<string> {
  const journal = createMemoryJournal();
  const escrow = createEscrowClient({ baseUrl: url, ...credentials, journal, defaults });
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
  return milestoneId;
}

/** Runs an escrow from sign-up to COMPLETED. */
export async function completeEscrow(service: EscrowService): Promise<void> {
  const milestoneId = await openPaidEscrow(service);
  await service.control.release(milestoneId);
  await service.control.complete(milestoneId);
}
