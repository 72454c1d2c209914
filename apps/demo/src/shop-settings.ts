const {
  SHOP_DATABASE: path = 'shop.db',
  SERVICE_URL: baseUrl = 'http://127.0.0.1:4020',
  PORT: port = '4040',
} = process.env;

/** Where the shop keeps its data and where it listens. */
export const settings = { path, port: Number(port), url: `http://127.0.0.1:${port}`, webhookSecret: 'whsec_sandbox' };

/** What the operator of the service hands out; these are the sandbox's. */
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

/** The one seller of this shop. */
export const seller = {
  phoneNumber: '+966500000001',
  firstName: 'Sara',
  lastName: 'Seller',
  bankAccount: { iban: 'SA0380000000608010167519', beneficiaryName: 'Sara Seller', nationalId: '1000000001' },
  address: { addressLabel: 'WORK', countryCode: 'SA' },
};
