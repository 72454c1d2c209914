import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { quote } from '../requests/curl.ts';
import { type CallValues, callCommand } from './call-command.ts';
import { credentialsOf } from './credentials.ts';
import { partiesBody, peopleOf, registerBody } from './first-step-bodies.ts';
import type { Progress } from './use-progress.ts';

/** A step on the way from the first customer to a settled milestone. */
export interface FirstStep {
  title: string;
  isDone: boolean;
  /** The call as a shell command; undefined if a browser does it. */
  command?: string;
  /** A note about it. */
  text?: string;
  /** The address for a browser. */
  link?: string;
}

/** Every step to a settled milestone, in order, each with its call and the known values. */
export function firstSteps(progress: Progress): FirstStep[] {
  return [...peopleSteps(progress), ...contractSteps(progress), ...paymentSteps(progress), ...settleSteps(progress)];
}

function peopleSteps(progress: Progress): FirstStep[] {
  const { buyer, seller } = peopleOf(progress);
  const serviceUserId = seller?.userId;
  const path = serviceUserId === undefined ? {} : { serviceUserId };
  const call = (id: string, values: CallValues) => commandOf(progress, id, values);
  return [
    {
      title: 'Register the buyer',
      isDone: buyer !== undefined,
      command: call('registerCustomer', { body: registerBody(progress, 'buyer') }),
    },
    {
      title: 'Register the seller',
      isDone: seller !== undefined,
      command: call('registerCustomer', { body: registerBody(progress, 'seller') }),
    },
    {
      title: "Add the seller's bank account",
      isDone: (seller?.bankAccounts ?? 0) > 0,
      command: call('addBankAccount', { path, body: exampleOf(progress, 'addBankAccount') }),
    },
    {
      title: "Add the seller's address",
      isDone: (seller?.addresses ?? 0) > 0,
      command: call('addAddress', { path, body: exampleOf(progress, 'addAddress') }),
    },
  ];
}

function contractSteps(progress: Progress): FirstStep[] {
  const { tenant, milestone } = progress;
  const contractId = milestone?.contractId ?? progress.contractId;
  const path = contractId === undefined ? {} : { contractId };
  const call = (id: string, values: CallValues) => commandOf(progress, id, values);
  return [
    {
      title: 'Create the contract',
      isDone: tenant.counts.contracts > 0,
      command: call('createContract', { body: exampleOf(progress, 'createContract') }),
    },
    {
      title: 'Add a milestone',
      isDone: milestone !== undefined,
      command: call('addMilestones', { path, body: exampleOf(progress, 'addMilestones') }),
    },
    {
      title: 'Add the parties',
      isDone: (milestone?.parties.length ?? 0) > 0,
      command: call('addParties', { path, body: partiesBody(progress, exampleOf(progress, 'addParties')) }),
    },
    ...(milestone && milestone.parties.length > 0 && milestone.state === 'CREATED'
      ? [{ title: 'Let the parties accept', isDone: false, command: moveCommand(progress, 'accept') }]
      : []),
  ];
}

function paymentSteps(progress: Progress): FirstStep[] {
  const { tenant, milestone, operations, hasTicket } = progress;
  const isPaid = isIn(milestone, ['PAID', 'CASHOUT_IN_PROGRESS', 'COMPLETED']);
  const startPayment = operations.find(({ operationId }) => operationId === 'startPayment');
  const path = { ...(milestone && { milestoneId: milestone.milestoneId }), clientId: tenant.clientId };
  const { clientId, clientSecret } = credentialsOf(tenant);
  const body = {
    ...(exampleOf(progress, 'requestTicket') as object),
    client_id: clientId,
    client_secret: clientSecret,
    login_hint: milestone?.parties.find(({ role }) => role === 'CUSTOMER')?.phoneNumber ?? '<phoneNumber>',
    scope: `payment:${milestone?.shortId ?? '<shortId>'}`,
  };
  const link = milestone?.checkoutUrl;
  return [
    {
      title: 'Start the payment',
      isDone: isPaid || (milestone?.redirectUrl ?? null) !== null,
      command: commandOf(progress, 'startPayment', { path, query: startPayment?.queryExample ?? {} }),
    },
    { title: 'Ask for a ticket', isDone: isPaid || hasTicket, command: commandOf(progress, 'requestTicket', { body }) },
    {
      title: 'Pay at the checkout',
      isDone: isPaid,
      text: 'Append &ticket= and the ticket to the address. Without one, the page signs the buyer in by phone and code.',
      ...(link && { command: `${link}&ticket=<ticket>`, link }),
    },
  ];
}

function settleSteps(progress: Progress): FirstStep[] {
  const { milestone } = progress;
  return [
    {
      title: 'Release the money',
      isDone: isIn(milestone, ['CASHOUT_IN_PROGRESS', 'COMPLETED']),
      text: "The operator's part. Here the control API does it.",
      command: moveCommand(progress, 'release'),
    },
    { title: 'Complete', isDone: isIn(milestone, ['COMPLETED']), command: moveCommand(progress, 'complete') },
  ];
}

function isIn(milestone: Progress['milestone'], states: ControlSchema<'MilestoneState'>[]): boolean {
  return milestone !== undefined && states.includes(milestone.state);
}

function commandOf({ operations, origin, tenant }: Progress, id: string, values: CallValues): string {
  const operation = operations.find(({ operationId }) => operationId === id);
  return operation ? callCommand(operation, values, { origin, credentials: credentialsOf(tenant) }) : '';
}

/** The most complete example body of an operation: the last one. */
function exampleOf({ operations }: Progress, id: string): unknown {
  const examples = operations.find(({ operationId }) => operationId === id)?.examples ?? {};
  return Object.values(examples).at(-1);
}

function moveCommand({ origin, tenant, milestone, needsControlToken }: Progress, move: string): string {
  const milestoneId = milestone?.milestoneId ?? '<milestoneId>';
  const address = `${origin}/_sandbox/tenants/${tenant.id}/milestones/${milestoneId}/${move}`;
  const token = needsControlToken ? ' \\\n  -H "authorization: Bearer $CONTROL_TOKEN"' : '';
  return `curl -X POST ${quote(address)}${token}`;
}
