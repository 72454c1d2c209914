const { SHOP_DATABASE = 'shop.db', SERVICE_URL: baseUrl = 'http://127.0.0.1:4020', PORT = '4040' } = process.env;

/** The file with orders, journal and inbox. */
export const path = SHOP_DATABASE;

/** The port and the address of the shop. */
export const port = Number(PORT);
export const url = `http://127.0.0.1:${PORT}`;

/** The webhook secret of the sandbox. */
export const webhookSecret = 'whsec_sandbox';

/** Address and credentials from the service's operator; these are the sandbox's. */
export const service = {
  baseUrl,
  clientId: 'sandbox-client',
  clientSecret: 'sandbox-secret',
  tokens: { organization: 'org_sandbox', clientAdmin: 'adm_sandbox' },
  defaults: {
    currency: 'SAR',
    contractClassification: 'BASIC',
    returnPolicy: 'NO_RETURN',
    returnFeePayee: 'PROVIDER',
    serviceTermsAccepted: true as const,
    broker: '+966500000003',
  },
};

/** The participants of every order: the administrator of the shop's organization, and the one seller. */
export const people = {
  broker: { phoneNumber: service.defaults.broker },
  seller: {
    phoneNumber: '+966500000002',
    firstName: 'Sara',
    lastName: 'Seller',
    bankAccount: { iban: 'SA0380000000608010167519', beneficiaryName: 'Sara Seller', nationalId: '1000000001' },
    address: { addressLabel: 'WORK', countryCode: 'SA' },
  },
};

/** The items for sale, with prices in riyals. */
export const items = new Map([
  ['table', { name: 'A handmade table', price: 1500 }],
  ['lamp', { name: 'A reading lamp', price: 99.99 }],
]);

/** Orders from this price are paid in two halves, one after the other. */
const twoHalvesFrom = 1000;

export const partsOf = (price: number) => (price < twoHalvesFrom ? [{}] : [{ rate: 0.5 }, {}]);

const dayInMs = 24 * 60 * 60 * 1000;
const inDays = (days: number, from: Date) => new Date(from.getTime() + days * dayInMs).toISOString();

/** When an order must be paid, and when it must be delivered. */
export const datesOf = (orderedAt: Date) => ({ payBy: inDays(14, orderedAt), deadline: inDays(30, orderedAt) });
