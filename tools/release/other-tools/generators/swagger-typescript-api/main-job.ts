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
import { Api } from './generated/service.ts';

type TokenApi = Api<string>;

/** The main job with the client of swagger-typescript-api. */
export function createMainJob({ url, clientId, clientSecret, tokens }: Service): MainJob {
  const organization = createApi(url, tokens.organization);
  const clientAdmin = createApi(url, tokens.clientAdmin);
  return {
    async openContract() {
      for (const phoneNumber of [buyer, broker]) await organization.realms.registerCustomer({ phoneNumber });
      const { data } = await organization.realms.registerCustomer({ phoneNumber: seller });
      await organization.api.addBankAccount(data.serviceUserId, bankAccount);
      await organization.api.addAddress(data.serviceUserId, address);
      const contractId = await createParent(clientAdmin);
      const milestoneId = await addMilestone(contractId, clientAdmin);
      await addItsParties(contractId, milestoneId, clientAdmin);
      return milestoneId;
    },
    async openCheckout(milestoneId) {
      const query = { redirectUrl, paymentType: 'PURCHASE' };
      const payment = await clientAdmin.api.startPayment(milestoneId, clientId, query);
      const { data: checkoutUrl } = payment.data;
      const { data } = await organization.realms.requestTicket({
        grant_type: 'urn:service:params:oauth:grant-type:customer-token-exchange',
        client_id: clientId,
        client_secret: clientSecret,
        login_hint: buyer,
        scope: `payment:${shortIdOf(checkoutUrl)}`,
      });
      return `${checkoutUrl}&ticket=${encodeURIComponent(data.ticket)}`;
    },
  };
}

/** An `Api` has one token for all calls, so each token needs its own. */
function createApi(baseUrl: string, token: string): TokenApi {
  const api = new Api<string>({
    baseUrl,
    securityWorker: (securityData) => ({ headers: { Authorization: `Bearer ${securityData}` } }),
  });
  api.setSecurityData(token);
  return api;
}

async function createParent({ api }: TokenApi): Promise<string> {
  const { data } = await api.createContract({
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
  });
  return data.data.id;
}

async function addMilestone(contractId: string, { api }: TokenApi): Promise<string> {
  const { data } = await api.addMilestones(contractId, {
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
  });
  const [milestone] = data.data.milestones;
  if (!milestone) throw new Error('No milestone was added.');
  return milestone.id;
}

async function addItsParties(contractId: string, milestoneId: string, { api }: TokenApi): Promise<void> {
  await api.addParties(contractId, {
    mileStonesParties: {
      [milestoneId]: [
        { phoneNumber: buyer, role: 'CUSTOMER', amount: 1000, arbitrator: false, isSender: true },
        { phoneNumber: seller, role: 'PROVIDER', amount: 950, arbitrator: false },
        { phoneNumber: broker, role: 'BROKER', amount: 50, arbitrator: true, isSender: true },
      ],
    },
  });
}
