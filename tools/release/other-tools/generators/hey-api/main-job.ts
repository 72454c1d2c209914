import { client } from './generated/client.gen.ts';
import {
  addAddress,
  addBankAccount,
  addMilestones,
  addParties,
  createContract,
  registerCustomer,
  requestTicket,
  startPayment,
} from './generated/sdk.gen.ts';

/** The address of the service, and the credentials of the organization. */
interface Service {
  url: string;
  clientId: string;
  clientSecret: string;
  tokens: { organization: string; clientAdmin: string };
}

interface MainJob {
  /** Registers all users, opens a contract with one milestone and its parties, and returns the milestone's id. */
  openContract(): Promise<string>;
  /** Starts the payment and requests a ticket. Returns the address to redirect the buyer to. */
  openCheckout(milestoneId: string): Promise<string>;
}

const seller = '+966500000001';
const buyer = '+966500000002';
const broker = '+966500000003';
const itemDetail = { title: 'A handmade table', description: 'Made of oak' };
const bankAccount = {
  iban: 'SA0380000000608010167519',
  currency: 'SAR',
  beneficiaryName: 'Sara Seller',
  nationalId: '1000000001',
};

/** The main job with the client of @hey-api/openapi-ts. */
export function createMainJob({ url, clientId, clientSecret, tokens }: Service): MainJob {
  client.setConfig({
    baseUrl: url,
    auth: ({ key }) => (key === 'organizationToken' ? tokens.organization : tokens.clientAdmin),
  });
  return {
    async openContract() {
      await registerPeople();
      const contractId = await createParent();
      const milestoneId = await addMilestone(contractId);
      await addItsParties(contractId, milestoneId);
      return milestoneId;
    },
    async openCheckout(milestoneId) {
      const payment = await startPayment({
        path: { milestoneId, clientId },
        query: { redirectUrl: 'https://shop.example/orders/1001', paymentType: 'PURCHASE' },
        throwOnError: true,
      });
      const { data: checkoutUrl } = payment.data;
      // The last segment of its path identifies the payment.
      const shortId = new URL(checkoutUrl).pathname.split('/').at(-1);
      const { data } = await requestTicket({
        body: {
          grant_type: 'urn:service:params:oauth:grant-type:customer-token-exchange',
          client_id: clientId,
          client_secret: clientSecret,
          login_hint: buyer,
          scope: `payment:${shortId}`,
        },
        throwOnError: true,
      });
      return `${checkoutUrl}&ticket=${encodeURIComponent(data.ticket)}`;
    },
  };
}

async function registerPeople(): Promise<void> {
  for (const phoneNumber of [buyer, broker]) await registerCustomer({ body: { phoneNumber }, throwOnError: true });
  const { data } = await registerCustomer({ body: { phoneNumber: seller }, throwOnError: true });
  const path = { serviceUserId: data.serviceUserId };
  await addBankAccount({ path, body: bankAccount, throwOnError: true });
  await addAddress({ path, body: { addressLabel: 'WORK', countryCode: 'SA', city: 'Riyadh' }, throwOnError: true });
}

async function createParent(): Promise<string> {
  const { data } = await createContract({
    body: {
      type: 'COMPLEX_CONTRACT',
      senderRole: 'BROKER',
      contractClassification: 'BASIC',
      currency: 'SAR',
      itemPrice: 0,
      itemDetail,
      returnPolicy: 'NO_RETURN',
      returnFeePayee: 'PROVIDER',
      serviceTermsAccepted: true,
      isParent: true,
    },
    throwOnError: true,
  });
  return data.data.id;
}

async function addMilestone(contractId: string): Promise<string> {
  const { data } = await addMilestones({
    path: { contractId },
    body: {
      milestones: [
        {
          type: 'MILESTONE_CONTRACT',
          senderRole: 'BROKER',
          itemDetail,
          itemPrice: 1000,
          currency: 'SAR',
          returnPolicy: 'NO_RETURN',
          returnFeePayee: 'PROVIDER',
          deadLine: '2030-01-01T00:00:00Z',
          serviceTermsAccepted: true,
        },
      ],
    },
    throwOnError: true,
  });
  const [milestone] = data.data.milestones;
  if (!milestone) throw new Error('No milestone was added.');
  return milestone.id;
}

async function addItsParties(contractId: string, milestoneId: string): Promise<void> {
  await addParties({
    path: { contractId },
    body: {
      mileStonesParties: {
        [milestoneId]: [
          { phoneNumber: buyer, role: 'CUSTOMER', amount: 1000, arbitrator: false, isSender: true },
          { phoneNumber: seller, role: 'PROVIDER', amount: 950, arbitrator: false },
          { phoneNumber: broker, role: 'BROKER', amount: 50, arbitrator: true, isSender: true },
        ],
      },
    },
    throwOnError: true,
  });
}
