import { createCall } from './calls/call.ts';
import { createHostClients, type HostClients } from './calls/host-methods.ts';
import type { OperationId, OperationInput, SuccessBody } from './document/operation-types.ts';
import { type CheckoutFlow, createCheckout } from './flows/checkout.ts';
import type { FlowOptions } from './flows/flow-options.ts';
import { createJournaledFlow, type DefinedFlow } from './flows/journaled-flow.ts';
import { createOnboardCustomer, type OnboardCustomer } from './flows/onboard-customer.ts';
import { createOpenContract, type OpenContractFlow } from './flows/open-contract.ts';
import { createObservation } from './observation/observation.ts';
import type { ClientSettings, EscrowClientOptions } from './options.ts';
import { readClientOptions } from './read-options.ts';
import { type Contracts, createContracts } from './resources/contracts.ts';
import { type Customers, createCustomers } from './resources/customers.ts';
import { createLegacy, type Legacy } from './resources/legacy.ts';
import { createPayments, type Payments } from './resources/payments.ts';
import { createUsers, type Users } from './resources/users.ts';
import { createVerification, type Verification } from './resources/verification.ts';
import { createTokenHolders } from './tokens/create-token-holders.ts';
import type { TokenTools } from './tokens/token-holder.ts';
import type { CallOptions } from './transport/call-options.ts';
import { createOpenApiClients } from './transport/host-clients.ts';
import type { Transport } from './transport/prepared-call.ts';

/** Each flow runs several calls as one. Those with a journal resume after a crash. */
export interface Flows {
  /** Registers a customer, with bank account and address. */
  onboardCustomer: OnboardCustomer;
  /** Creates a contract with its milestones and parties. */
  openContract: OpenContractFlow;
  /** Starts a payment and asks for its ticket. */
  checkout: CheckoutFlow;
  /**
   * Runs a flow of your own, which `defineFlow` of `@escrow-kit/client/define-flow` defines, and returns the results of its steps.
   * @throws EscrowError as the client's own flows do.
   */
  run<Input, Results extends object>(
    flow: DefinedFlow<Input, Results>,
    input: Input,
    options: FlowOptions<Results>,
  ): Promise<Results>;
}

/** A client of the escrow service. */
export interface EscrowClient {
  /** Users of the organization, their bank accounts and addresses. */
  customers: Customers;
  /** National identity and one-time passwords. */
  verification: Verification;
  /** Contracts, milestones and parties. */
  contracts: Contracts;
  /** The hosted checkout and its tickets. */
  payments: Payments;
  /** The generic Users API. */
  users: Users;
  /**
   * The calls of older integrations.
   * @deprecated Each call names its replacement.
   */
  legacy: Legacy;
  /** Several calls as one. */
  flows: Flows;
  /**
   * Calls an operation by its id and returns the body of its success, with tokens as secrets. For operations that no resource has, such
   * as those of another document.
   * @param input The parameters of path and query, and the body.
   * @throws ApiError if the service answers with anything but a success; EscrowError for everything else, with a code.
   * @example await escrow.call('getUser', { path: { userId } })
   */
  call<Id extends OperationId>(
    operationId: Id,
    input: OperationInput<Id>,
    options?: CallOptions,
  ): Promise<SuccessBody<Id>>;
  /** Every operation of the document, by host and path, for those that no resource has. A refusal is returned as `error`. */
  hosts: HostClients;
}

/**
 * Creates a client of the escrow service. Nothing is sent until a call is made.
 * @throws EscrowError `configuration` that lists each wrong option and what it must be.
 * @example const escrow = createEscrowClient({ baseUrl: 'http://127.0.0.1:4010', tokens: { organization: 'org_sandbox' } })
 */
export function createEscrowClient(options: EscrowClientOptions): EscrowClient {
  const settings = readClientOptions(options);
  const transport = createTransport(settings);
  const call = createCall(transport);
  const payments = createPayments(call, settings);
  const { deployment, checks, journal, defaults, hosts, fetch } = settings;
  const flowTools = {
    call,
    deployment,
    checks,
    journal,
    services: { hosts, fetch },
    observation: transport.observation,
  };
  return {
    customers: createCustomers(call),
    verification: createVerification(call),
    contracts: createContracts(call),
    payments,
    users: createUsers(call),
    legacy: createLegacy(call),
    flows: {
      onboardCustomer: createOnboardCustomer(flowTools, defaults),
      openContract: createOpenContract(flowTools, defaults),
      checkout: createCheckout(payments, settings, transport.observation),
      run: (flow, input, flowOptions) => createJournaledFlow(flow, flowTools)(input, flowOptions),
    },
    call: (operationId, input, callOptions) => call(operationId, input, callOptions),
    hosts: createHostClients(transport),
  };
}

/** What the calls of a client share. */
function createTransport(settings: ClientSettings): Transport {
  const { hosts, now } = settings;
  const observation = createObservation(settings.observers, hosts);
  const clients = createOpenApiClients(hosts);
  const transport: Transport = { ...settings, clients, tokens: {}, defaults: settings, observation };
  const call = createCall(transport);
  const onFailure = observation?.tokenFailure ?? ignore;
  const tools: TokenTools = { call: (id, input) => call(id, input, undefined), now, onFailure };
  transport.tokens = createTokenHolders(settings.tokens, tools);
  return transport;
}

function ignore(): void {}
