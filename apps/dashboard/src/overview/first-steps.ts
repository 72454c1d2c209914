import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { curl, quote, tokenWord } from '../requests/curl.ts';
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
  const path = { serviceUserId: seller?.userId };
  return [
    {
      title: 'Register the buyer',
      isDone: buyer !== undefined,
      command: commandOf(progress, 'registerCustomer', { body: registerBody(progress, 'buyer') }),
    },
    {
      title: 'Register the seller',
      isDone: seller !== undefined,
      command: commandOf(progress, 'registerCustomer', { body: registerBody(progress, 'seller') }),
    },
    {
      title: "Add the seller's bank account",
      isDone: (seller?.bankAccounts ?? 0) > 0,
      command: commandOf(progress, 'addBankAccount', { path }),
    },
    {
      title: "Add the seller's address",
      isDone: (seller?.addresses ?? 0) > 0,
      command: commandOf(progress, 'addAddress', { path }),
    },
  ];
}

function contractSteps(progress: Progress): FirstStep[] {
  const { tenant, milestone } = progress;
  const path = { contractId: milestone?.contractId ?? progress.contractId };
  const body = partiesBody(progress, exampleOf(progress, 'addParties'));
  const steps = [
    {
      title: 'Create the contract',
      isDone: tenant.counts.contracts > 0,
      command: commandOf(progress, 'createContract', {}),
    },
    {
      title: 'Add a milestone',
      isDone: milestone !== undefined,
      command: commandOf(progress, 'addMilestones', { path }),
    },
    {
      title: 'Add the parties',
      isDone: (milestone?.parties.length ?? 0) > 0,
      command: commandOf(progress, 'addParties', { path, body }),
    },
  ];
  if (!milestone?.parties.length || milestone.state !== 'CREATED') return steps;
  return [...steps, { title: 'Let the parties accept', isDone: false, command: moveCommand(progress, 'accept') }];
}

function paymentSteps(progress: Progress): FirstStep[] {
  const { tenant, milestone, operations, hasTicket } = progress;
  const isPaid = isIn(milestone, ['PAID', 'CASHOUT_IN_PROGRESS', 'COMPLETED']);
  const path = { milestoneId: milestone?.milestoneId, clientId: tenant.clientId };
  const query = operations.find(({ operationId }) => operationId === 'startPayment')?.queryExample;
  const body = {
    ...(exampleOf(progress, 'requestTicket') as object),
    client_id: tenant.clientId,
    client_secret: tenant.publicCredentials?.clientSecret ?? 'CLIENT_SECRET',
    login_hint: milestone?.parties.find(({ role }) => role === 'CUSTOMER')?.phoneNumber ?? '<phoneNumber>',
    scope: `payment:${milestone?.shortId ?? '<shortId>'}`,
  };
  const link = milestone?.checkoutUrl;
  return [
    {
      title: 'Start the payment',
      isDone: isPaid || (milestone?.redirectUrl ?? null) !== null,
      command: commandOf(progress, 'startPayment', { path, query }),
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

interface CallValues {
  path?: Record<string, unknown>;
  query?: Record<string, unknown> | undefined;
  /** Default: the document's example. */
  body?: unknown;
}

/** A call of the service as a shell command, with the tenant's credentials, or words for them if they are not public. */
function commandOf(progress: Progress, id: string, { path, query, body }: CallValues): string {
  const { operations, origin, tenant } = progress;
  const operation = operations.find(({ operationId }) => operationId === id);
  if (!operation) return '';
  const [kind] = operation.tokenKinds;
  const tokens: Record<string, string> = { ...tenant.publicCredentials?.tokens };
  return curl(origin, {
    ...operation,
    pathValues: path,
    query,
    header: kind && quote(`authorization: Bearer ${tokens[kind] ?? tokenWord(kind)}`),
    body: body ?? exampleOf(progress, id),
  });
}

/** The most complete example body of an operation: the last one. */
function exampleOf({ operations }: Progress, id: string): unknown {
  const examples = operations.find(({ operationId }) => operationId === id)?.examples ?? {};
  return Object.values(examples).at(-1);
}

function moveCommand({ origin, tenant, milestone, needsControlToken }: Progress, move: string): string {
  return curl(origin, {
    method: 'POST',
    path: `/_sandbox/tenants/${tenant.id}/milestones/{milestoneId}/${move}`,
    pathValues: { milestoneId: milestone?.milestoneId },
    header: needsControlToken ? '"authorization: Bearer $CONTROL_TOKEN"' : undefined,
    mediaType: null,
  });
}
