import { createEscrowClient, type EscrowClient } from '@escrow-kit/client';
import type { Control, Credentials } from '@escrow-kit/sandbox';

/** A sandbox to run escrows on, in this or another process. */
export interface EscrowService {
  url: string;
  credentials: Credentials;
  control: Control;
}

const terms = {
  currency: 'SAR',
  returnPolicy: 'NO_RETURN',
  returnFeePayee: 'PROVIDER',
  serviceTermsAccepted: true,
} as const;

let phones = 0;
const nextPhone = () => `+9665${String(++phones).padStart(8, '0')}`;

/** Runs an escrow from sign-up to the payment: 9 calls, and the checkout. Returns the milestone's id. */
export async function openPaidEscrow({ url, credentials, control }: EscrowService): Promise<string> {
  const escrow = createClient(url, credentials);
  const [seller, buyer] = [nextPhone(), nextPhone()];
  const { serviceUserId } = await escrow.customers.register({ phoneNumber: seller });
  await escrow.customers.register({ phoneNumber: buyer });
  await escrow.customers.addBankAccount(serviceUserId, {
    iban: 'SA0380000000608010167519',
    currency: 'SAR',
    beneficiaryName: 'Seller',
    nationalId: '1000000001',
  });
  await escrow.customers.addAddress(serviceUserId, { addressLabel: 'WORK', countryCode: 'SA' });
  const milestoneId = await createMilestone(escrow, { seller, buyer });
  const { redirectUrl } = await escrow.flows.checkout({
    milestoneId,
    buyer,
    returnUrl: 'https://shop.example/return',
  });
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

function createClient(url: string, { clientId, clientSecret, tokens }: Credentials): EscrowClient {
  return createEscrowClient({
    baseUrl: url,
    clientId,
    clientSecret,
    tokens: { organization: tokens.organization, clientAdmin: tokens.clientAdmin },
  });
}

async function createMilestone(
  escrow: EscrowClient,
  { seller, buyer }: { seller: string; buyer: string },
): Promise<string> {
  const { id } = await escrow.contracts.create({
    ...terms,
    contractClassification: 'BASIC',
    itemDetail: { title: 'Order 1001', description: 'A handmade table' },
  });
  const { milestones } = await escrow.contracts.addMilestones(id, [
    {
      ...terms,
      itemDetail: { title: 'Delivery', description: 'of the order' },
      itemPrice: 1000,
      deadLine: '2030-01-01T00:00:00Z',
    },
  ]);
  const [milestone] = milestones;
  if (!milestone) throw new Error('The sandbox returned no milestone.');
  await escrow.contracts.addParties(id, {
    [milestone.id]: [
      { role: 'CUSTOMER', phoneNumber: buyer, amount: 1000 },
      { role: 'PROVIDER', phoneNumber: seller, amount: 950 },
      { role: 'BROKER', phoneNumber: '+966500000003', amount: 50 },
    ],
  });
  return milestone.id;
}
