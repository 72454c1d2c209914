import {
  address,
  bankAccount,
  broker,
  buyer,
  deadLine,
  itemDetail,
  type MainJob,
  redirectUrl,
  type Service,
  seller,
  shortIdOf,
} from '../main-job.ts';
import {
  addAddress,
  addBankAccount,
  addMilestones,
  addParties,
  createContract,
  registerCustomer,
  requestTicket,
  startPayment,
} from './generated/service.ts';
import { setBaseUrl } from './service-fetch.ts';

/** The main job with orval's client for fetch. */
export function createMainJob({ url, clientId, clientSecret, tokens }: Service): MainJob {
  setBaseUrl(url);
  const organization = bearer(tokens.organization);
  const clientAdmin = bearer(tokens.clientAdmin);
  return {
    async openContract() {
      for (const phoneNumber of [buyer, broker]) await registerCustomer({ phoneNumber }, organization);
      const { serviceUserId } = successOf(await registerCustomer({ phoneNumber: seller }, organization));
      await addBankAccount(serviceUserId, bankAccount, organization);
      await addAddress(serviceUserId, address, organization);
      const contractId = await createParent(clientAdmin);
      const milestoneId = await addMilestone(contractId, clientAdmin);
      await addItsParties(contractId, milestoneId, clientAdmin);
      return milestoneId;
    },
    async openCheckout(milestoneId) {
      const query = { redirectUrl, paymentType: 'PURCHASE' };
      const { data: checkoutUrl } = successOf(await startPayment(milestoneId, clientId, query, clientAdmin));
      const { ticket } = successOf(
        await requestTicket({
          grant_type: 'urn:service:params:oauth:grant-type:customer-token-exchange',
          client_id: clientId,
          client_secret: clientSecret,
          login_hint: buyer,
          scope: `payment:${shortIdOf(checkoutUrl)}`,
        }),
      );
      return `${checkoutUrl}&ticket=${encodeURIComponent(ticket)}`;
    },
  };
}

const bearer = (token: string): RequestInit => ({ headers: { Authorization: `Bearer ${token}` } });

/** Returns the data of a successful answer. */
function successOf<Answer extends { status: number; data: unknown }>(
  answer: Answer,
): Extract<Answer, { status: 200 }>['data'] {
  if (answer.status !== 200) throw new Error(`The service answered ${answer.status}.`);
  return answer.data;
}

async function createParent(options: RequestInit): Promise<string> {
  const answer = await createContract(
    {
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
    options,
  );
  return successOf(answer).data.id;
}

async function addMilestone(contractId: string, options: RequestInit): Promise<string> {
  const answer = await addMilestones(
    contractId,
    {
      milestones: [
        {
          type: 'MILESTONE_CONTRACT',
          senderRole: 'BROKER',
          itemDetail,
          itemPrice: 1000,
          currency: 'SAR',
          returnPolicy: 'NO_RETURN',
          returnFeePayee: 'PROVIDER',
          deadLine,
          serviceTermsAccepted: true,
        },
      ],
    },
    options,
  );
  const [milestone] = successOf(answer).data.milestones;
  if (!milestone) throw new Error('No milestone was added.');
  return milestone.id;
}

async function addItsParties(contractId: string, milestoneId: string, options: RequestInit): Promise<void> {
  await addParties(
    contractId,
    {
      mileStonesParties: {
        [milestoneId]: [
          { phoneNumber: buyer, role: 'CUSTOMER', amount: 1000, arbitrator: false, isSender: true },
          { phoneNumber: seller, role: 'PROVIDER', amount: 950, arbitrator: false },
          { phoneNumber: broker, role: 'BROKER', amount: 50, arbitrator: true, isSender: true },
        ],
      },
    },
    options,
  );
}
