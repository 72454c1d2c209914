import type { OperationId } from '../../src/document/operations.ts';

/** A call of the main job. Its method, address, token and body come from the document. */
export interface Step {
  name: string;
  operation: OperationId;
  /** The name of the document's example to send. Default: the first. */
  example?: string;
  /** The variables that fill the placeholders of the path. */
  path?: Readonly<Record<string, string>>;
  /** The variables that the answer sets, each with the path to its value, such as `data.milestones[0].id`. */
  sets?: Readonly<Record<string, string>>;
}

/** A value of the examples that differs from run to run, or from deployment to deployment. */
interface ExampleVariable {
  value: string;
  name: string;
  /** The description for the user. Undefined if an answer sets the variable. */
  input?: string;
  isSecret?: boolean;
}

/** Registers users, opens a contract with one milestone, and starts its payment up to the checkout. */
export const mainJob: readonly Step[] = [
  { name: 'Register the buyer', operation: 'registerCustomer', example: 'buyer' },
  {
    name: 'Register the seller',
    operation: 'registerCustomer',
    example: 'seller',
    sets: { sellerId: 'serviceUserId' },
  },
  { name: 'Register the administrator', operation: 'registerCustomer', example: 'administrator' },
  { name: "Add the seller's bank account", operation: 'addBankAccount', path: { serviceUserId: 'sellerId' } },
  { name: "Add the seller's address", operation: 'addAddress', example: 'full', path: { serviceUserId: 'sellerId' } },
  { name: 'Create the contract', operation: 'createContract', sets: { contractId: 'data.id' } },
  {
    name: 'Add a milestone',
    operation: 'addMilestones',
    path: { contractId: 'contractId' },
    sets: { milestoneId: 'data.milestones[0].id' },
  },
  { name: 'Add the parties of the milestone', operation: 'addParties', path: { contractId: 'contractId' } },
  {
    name: 'Start the payment',
    operation: 'startPayment',
    path: { milestoneId: 'milestoneId', clientId: 'clientId' },
    sets: { checkoutUrl: 'data' },
  },
  { name: 'Request a ticket', operation: 'requestTicket', sets: { ticket: 'ticket' } },
];

/** Values in the document's examples that become variables of the job. */
export const exampleVariables: readonly ExampleVariable[] = [
  { value: '+966500000001', name: 'buyerPhone', input: "The buyer's phone." },
  { value: '+966500000002', name: 'sellerPhone', input: "The seller's phone." },
  { value: '+966500000003', name: 'administratorPhone', input: "The phone of the organization's administrator." },
  { value: 'SA0000000000000000000001', name: 'sellerIban', input: "The seller's IBAN." },
  { value: '1000000001', name: 'sellerNationalId', input: "The seller's national identity number." },
  { value: 'https://shop.example/return', name: 'redirectUrl', input: 'Where the buyer returns to.' },
  { value: 'sandbox-client', name: 'clientId', input: 'The client that the client admin token was issued for.' },
  { value: 'sandbox-secret', name: 'clientSecret', input: 'The secret of that client.', isSecret: true },
  { value: 'milestone-example-1', name: 'milestoneId' },
  { value: 'aB3xK9', name: 'shortId' },
];

/** The sandbox's default address, used as the default of every host. */
export const sandboxUrl = 'http://127.0.0.1:4020';
