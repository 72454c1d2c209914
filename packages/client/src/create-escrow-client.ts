import { type Call, createCall } from './call.ts';
import { createCheckout, type OpenCheckoutFlow } from './flows/checkout.ts';
import { createOnboardCustomer, type OnboardCustomer } from './flows/onboard-customer.ts';
import { createOpenContract, type OpenContractFlow } from './flows/open-contract.ts';
import { completeClientOptions, type EscrowClientOptions } from './options.ts';
import { createRawClients, type RawClients } from './raw.ts';
import { createResources, type Resources } from './resources/create-resources.ts';
import { mapValues } from './rules/map-values.ts';
import { observers } from './transport/hooks.ts';
import type { TokenKind } from './transport/operation.ts';
import type { Transport } from './transport/send.ts';
import { createTokenCache } from './transport/tokens.ts';

/** Several calls as one. Those with a journal resume after a crash. */
export interface Flows {
  onboardCustomer: OnboardCustomer;
  openContract: OpenContractFlow;
  checkout: OpenCheckoutFlow;
}

/** A client of the escrow service. */
export interface EscrowClient extends Resources {
  /** Any operation of the document. */
  call: Call;
  flows: Flows;
  /** openapi-fetch clients, by the names of the hosts. A refusal is not thrown but returned as `error`. */
  raw: RawClients;
}

/**
 * Creates a client of the escrow service. Nothing is sent until a call is made.
 * @throws EscrowError `configuration` that names the option and what to do.
 * @example const escrow = createEscrowClient({ hosts: 'http://127.0.0.1:4010', tokens: { organization: 'org_sandbox' } })
 */
export function createEscrowClient(options: EscrowClientOptions): EscrowClient {
  const completed = completeClientOptions(options);
  const transport: Transport = {
    ...completed,
    tokens: mapValues(completed.tokens ?? {}, (source, kind) => source && createTokenCache(kind as TokenKind, source)),
    ...observers(options.hooks, options.logger),
  };
  const call = createCall(transport);
  const resources = createResources(call, completed);
  return {
    ...resources,
    call: call as Call,
    raw: createRawClients(transport),
    flows: {
      onboardCustomer: createOnboardCustomer(resources.customers),
      openContract: createOpenContract(resources.contracts),
      checkout: createCheckout(resources.payments, completed),
    },
  };
}
