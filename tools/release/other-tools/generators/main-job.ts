/** The address of the service, and the credentials of the organization. */
export interface Service {
  url: string;
  clientId: string;
  clientSecret: string;
  tokens: { organization: string; clientAdmin: string };
}

/** The program that is written for each generated client. */
export interface MainJob {
  /** Registers all users, opens a contract with one milestone and its parties, and returns the milestone's id. */
  openContract(): Promise<string>;
  /** Starts the payment and requests a ticket. Returns the address to redirect the buyer to. */
  openCheckout(milestoneId: string): Promise<string>;
}

export const seller = '+966500000001';
export const buyer = '+966500000002';
export const broker = '+966500000003';

export const bankAccount = {
  iban: 'SA0380000000608010167519',
  currency: 'SAR',
  beneficiaryName: 'Sara Seller',
  nationalId: '1000000001',
};
export const address = { addressLabel: 'WORK', countryCode: 'SA', city: 'Riyadh' };
export const itemDetail = { title: 'A handmade table', description: 'Made of oak' };
export const deadLine = '2030-01-01T00:00:00Z';
export const redirectUrl = 'https://shop.example/orders/1001';

/** The payment reference in the address of a checkout. */
export function shortIdOf(checkoutUrl: string): string {
  const [, shortId] = /\/external\/([^/]+)$/.exec(new URL(checkoutUrl).pathname) ?? [];
  if (!shortId) throw new Error('The checkout URL has no shortId.');
  return shortId;
}
