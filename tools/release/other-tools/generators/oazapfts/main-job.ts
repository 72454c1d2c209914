import { ok, type RequestOpts } from '@oazapfts/runtime';
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
  defaults,
  registerCustomer,
  requestTicket,
  startPayment,
} from './generated/service.ts';

/** The main job with the client of oazapfts. */
export function createMainJob({ url, clientId, clientSecret, tokens }: Service): MainJob {
  defaults.baseUrl = url;
  const organization = bearer(tokens.organization);
  const clientAdmin = bearer(tokens.clientAdmin);
  return {
    async openContract() {
      for (const phoneNumber of [buyer, broker]) await ok(registerCustomer({ phoneNumber }, organization));
      const { serviceUserId } = await ok(registerCustomer({ phoneNumber: seller }, organization));
      await ok(addBankAccount(serviceUserId, bankAccount, organization));
      await ok(addAddress(serviceUserId, address, organization));
      const contractId = await createParent(clientAdmin);
      const milestoneId = await addMilestone(contractId, clientAdmin);
      await addItsParties(contractId, milestoneId, clientAdmin);
      return milestoneId;
    },
    async openCheckout(milestoneId) {
      const payment = await ok(startPayment(milestoneId, clientId, redirectUrl, 'PURCHASE', clientAdmin));
      const checkoutUrl = payment.data;
      const { ticket } = await ok(
        requestTicket({
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

const bearer = (token: string): RequestOpts => ({ headers: { Authorization: `Bearer ${token}` } });

async function createParent(options: RequestOpts): Promise<string> {
  const answer = await ok(
    createContract(
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
    ),
  );
  return answer.data.id;
}

async function addMilestone(contractId: string, options: RequestOpts): Promise<string> {
  const answer = await ok(
    addMilestones(
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
    ),
  );
  const [milestone] = answer.data.milestones;
  if (!milestone) throw new Error('No milestone was added.');
  return milestone.id;
}

async function addItsParties(contractId: string, milestoneId: string, options: RequestOpts): Promise<void> {
  await ok(
    addParties(
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
    ),
  );
}
