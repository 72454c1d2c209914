/**
 * A program that opens a contract for each of its arguments and sends the buyer to the checkout, with `createEscrowClient` of a module.
 * Prints whether each address has a ticket.
 */
export const orderProgram = (module: string): string => `
import { createMemoryJournal } from '@escrow-kit/client/memory';
import { createEscrowClient } from '${module}';

const { ESCROW_URL: baseUrl = '', ESCROW_CHECKOUT_URL: checkout = baseUrl } = process.env;
const { ESCROW_CLIENT_ID: clientId = '', ESCROW_CLIENT_SECRET: clientSecret = '' } = process.env;
const escrow = createEscrowClient({
  baseUrl,
  checkoutHosts: [checkout],
  clientId,
  clientSecret,
  tokens: { organization: 'org_sandbox', clientAdmin: 'adm_sandbox' },
  journal: createMemoryJournal(),
});
const [seller, buyer, broker] = ['+966500000001', '+966500000002', '+966500000003'] as const;
const bankAccount = { iban: 'SA0380000000608010167519', beneficiaryName: 'Sara', nationalId: '1000000001', currency: 'SAR' };
await escrow.flows.onboardCustomer(
  { phoneNumber: seller, bankAccount, address: { addressLabel: 'WORK', countryCode: 'SA' } },
  { key: 'seller' },
);
await escrow.flows.onboardCustomer({ phoneNumber: buyer }, { key: 'buyer' });
await escrow.flows.onboardCustomer({ phoneNumber: broker }, { key: 'broker' });
for (const title of process.argv.slice(2)) {
  const { milestones } = await escrow.flows.openContract(
    {
      title,
      ...{ currency: 'SAR', contractClassification: 'BASIC', returnPolicy: 'NO_RETURN', returnFeePayee: 'PROVIDER' },
      ...{ serviceTermsAccepted: true, broker },
      milestones: [{ title: 'Table', price: 10.5, deadline: '2030-01-01T00:00:00Z', buyer, seller }],
    },
    { key: title },
  );
  const { redirectUrl } = await escrow.flows.checkout({ milestoneId: milestones[0].id, buyer, returnUrl: 'https://shop.example/' });
  console.log(redirectUrl.reveal().includes('ticket='));
}
`;
