import { createCall, type Transport } from './calls/call.ts';
import { createHostClients, type HostClients } from './calls/hosts.ts';
import type { OperationId, OperationInput, SuccessBody } from './document/operation-types.ts';
import { type CheckoutFlow, createCheckout } from './flows/checkout.ts';
import { createFlow, type DefinedFlow, type FlowTools } from './flows/engine.ts';
import { createOnboardCustomer, type OnboardCustomer } from './flows/onboard-customer.ts';
import { createOpenContract, type OpenContractFlow } from './flows/open-contract.ts';
import type { FlowOptions } from './flows/options.ts';
import { type CallOptions, type EscrowClientOptions, readClientOptions } from './options.ts';
import { createResources, type Resources } from './resources.ts';
import { createTokenHolders, type TokenTools } from './tokens.ts';

/** Each flow runs several calls as one. Those with a journal resume after a crash. */
export interface Flows {
  /** Registers a customer, with bank account and address. */
  onboardCustomer: OnboardCustomer;
  /** Creates a contract with its milestones and parties. */
  openContract: OpenContractFlow;
  /** Starts a payment and asks for its ticket. */
  checkout: CheckoutFlow;
  /**
   * Runs your own flow, defined by `defineFlow` of `@escrow-kit/client/define-flow`, and returns the results of its steps.
   * @throws EscrowError as the client's own flows do.
   */
  run<Input, Results extends object>(
    flow: DefinedFlow<Input, Results>,
    input: Input,
    options: FlowOptions<Results>,
  ): Promise<Results>;
}

/** A client of the escrow service. */
export interface EscrowClient extends Resources {
  /** Several calls as one. */
  flows: Flows;
  /**
   * Calls an operation by its ID and returns the body of its success, with tokens as secrets. For operations without a resource, such as
   * the operations of another document.
   * @param input The parameters of path and query, and the body.
   * @throws ApiError if the service answers with anything but a success; EscrowError for everything else, with a code.
   * @example await escrow.call('getUser', { path: { userId } })
   */
  call<Id extends OperationId>(
    operationId: Id,
    input: OperationInput<Id>,
    options?: CallOptions,
  ): Promise<SuccessBody<Id>>;
  /** Every operation of the document, by host and path. A refusal is returned as `error`. */
  hosts: HostClients;
}

/**
 * Creates a client of the escrow service. Nothing is sent until a call is made.
 * @throws EscrowError `configuration` that lists each wrong option and what it must be.
 * @example const escrow = createEscrowClient({ baseUrl: 'http://127.0.0.1:4010', tokens: { organization: 'org_sandbox' } })
 */
export function createEscrowClient(options: EscrowClientOptions): EscrowClient {
  const client = readClientOptions(options);
  const transport: Transport = { client, tokens: {} };
  const call = createCall(transport);
  const { now, notifier } = client;
  // A provider of tokens may call operations, so the tokens come after the calls.
  const callForToken: TokenTools['call'] = (operationId, input) => call(operationId, input, undefined);
  transport.tokens = createTokenHolders(client.tokens, { call: callForToken, now, notifier });
  const resources = createResources(call, client);
  const flowTools: FlowTools = { call, client };
  return {
    ...resources,
    flows: {
      onboardCustomer: createOnboardCustomer(flowTools),
      openContract: createOpenContract(flowTools),
      checkout: createCheckout(resources.payments, client),
      run: (flow, input, flowOptions) => createFlow(flow, flowTools)(input, flowOptions),
    },
    call: (operationId, input, callOptions) => call(operationId, input, callOptions),
    hosts: createHostClients(transport),
  };
}
