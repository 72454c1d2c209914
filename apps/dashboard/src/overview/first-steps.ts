import { curl, quote, tokenWord } from '../requests/curl.ts';
import { exampleOf, partiesBody, peopleOf, registerBody } from './first-step-bodies.ts';
import type { Progress } from './use-progress.ts';

/** A step on the way from the first customer to a settled milestone: a call of the service, a move, or a page in a browser. */
export interface FirstStep {
  title: string;
  isDone: boolean;
  /** A note about it. */
  text?: string;
  /** The operation of the service. */
  operationId?: string;
  /** The body of the operation. Default: the document's example. */
  body?: unknown;
  /** The move of the control API on the milestone. */
  move?: 'accept' | 'release' | 'complete';
  /** The address for a browser. */
  link?: string | null;
}

const byOperator = 'In production the operator does this. Here, run:';

/** Every step to a settled milestone, in order. */
export function firstSteps(progress: Progress): FirstStep[] {
  const { tenant, milestone, hasTicket } = progress;
  const { buyer, seller } = peopleOf(progress);
  const { parties = [], state = 'CREATED', redirectUrl = null, checkoutUrl = null } = milestone ?? {};
  const isReleased = state === 'CASHOUT_IN_PROGRESS' || state === 'COMPLETED';
  const isPaid = isReleased || state === 'PAID';
  const register = { operationId: 'registerCustomer' };
  // Parties join at once unless invitations are on, or were on when they were added.
  const haveJoined = state !== 'CREATED';
  const isInvited = tenant.settings.invitations || (parties.length > 0 && !haveJoined);
  const accept = { title: 'Let the parties accept', isDone: haveJoined, move: 'accept' } as const;
  return [
    { title: 'Register the buyer', isDone: buyer !== undefined, ...register, body: registerBody(progress, 'buyer') },
    { title: 'Register the seller', isDone: seller !== undefined, ...register, body: registerBody(progress, 'seller') },
    {
      title: "Add the seller's bank account",
      isDone: (seller?.bankAccounts ?? 0) > 0,
      operationId: 'addBankAccount',
    },
    { title: "Add the seller's address", isDone: (seller?.addresses ?? 0) > 0, operationId: 'addAddress' },
    { title: 'Create the contract', isDone: tenant.counts.contracts > 0, operationId: 'createContract' },
    { title: 'Add a milestone', isDone: milestone !== undefined, operationId: 'addMilestones' },
    { title: 'Add the parties', isDone: parties.length > 0, operationId: 'addParties', body: partiesBody(progress) },
    ...(isInvited ? [accept] : []),
    { title: 'Start the payment', isDone: isPaid || redirectUrl !== null, operationId: 'startPayment' },
    {
      title: 'Ask for a ticket',
      isDone: isPaid || hasTicket,
      operationId: 'requestTicket',
      body: ticketBody(progress),
    },
    {
      title: 'Pay at the checkout',
      isDone: isPaid,
      text: 'Append &ticket= and the ticket to the address. Without one, the page signs the buyer in by phone and code.',
      link: checkoutUrl,
    },
    {
      title: 'Release the money',
      isDone: isReleased,
      text: byOperator,
      move: 'release',
    },
    { title: 'Complete', isDone: state === 'COMPLETED', text: byOperator, move: 'complete' },
  ];
}

function ticketBody(progress: Progress): object {
  const { tenant, milestone } = progress;
  return {
    ...(exampleOf(progress, 'requestTicket') as object),
    client_id: tenant.clientId,
    client_secret: tenant.publicCredentials?.clientSecret ?? 'CLIENT_SECRET',
    login_hint: milestone?.parties.find(({ role }) => role === 'CUSTOMER')?.phoneNumber ?? '<phoneNumber>',
    scope: `payment:${milestone?.shortId ?? '<shortId>'}`,
  };
}

/**
 * A step as a shell command, with the known ids and the tenant's credentials, or words for them if they are not public; of a page,
 * its address. Undefined for a page whose address is not known yet.
 */
export function commandOf(step: FirstStep, progress: Progress): string | undefined {
  if (step.link) return `${step.link}&ticket=<ticket>`;
  const { operations, tenant, milestone } = progress;
  const pathValues = {
    serviceUserId: peopleOf(progress).seller?.userId,
    contractId: milestone?.contractId ?? progress.contractId,
    milestoneId: milestone?.milestoneId,
    clientId: tenant.clientId,
  };
  if (step.move) {
    const path = `/_sandbox/tenants/${tenant.id}/milestones/{milestoneId}/${step.move}`;
    // In double quotes, so that the shell fills in the variable.
    const header = progress.needsControlToken ? '"authorization: Bearer $CONTROL_TOKEN"' : undefined;
    return curl(location.origin, { method: 'POST', path, pathValues, header });
  }
  const operation = operations.find(({ operationId }) => operationId === step.operationId);
  if (!operation) return undefined;
  const [kind] = operation.tokenKinds;
  const tokens: Record<string, string> = { ...tenant.publicCredentials?.tokens };
  return curl(location.origin, {
    ...operation,
    pathValues,
    query: operation.queryExample,
    header: kind && quote(`authorization: Bearer ${tokens[kind] ?? tokenWord(kind)}`),
    body: step.body ?? exampleOf(progress, operation.operationId),
  });
}
