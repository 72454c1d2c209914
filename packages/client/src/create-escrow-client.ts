import { type Call, createCall } from './call.ts';
import { type Check, check } from './check.ts';
import { completeOptions, type EscrowClientOptions } from './options.ts';
import { createRawClients, type RawClients } from './raw.ts';
import { type Contracts, createContracts } from './resources/contracts.ts';
import { type Customers, createCustomers } from './resources/customers.ts';
import { createIdentity, type Identity } from './resources/identity.ts';
import { createLegacy, type Legacy } from './resources/legacy.ts';
import { createPayments, type Payments } from './resources/payments.ts';
import { createUsers, type Users } from './resources/users.ts';
import { observers } from './transport/hooks.ts';
import type { TokenKind } from './transport/operation.ts';
import type { Transport } from './transport/send.ts';
import { createTokenCache } from './transport/tokens.ts';

/** A client of the escrow service. */
export interface EscrowClient {
  customers: Customers;
  identity: Identity;
  contracts: Contracts;
  payments: Payments;
  users: Users;
  /** @deprecated Each call names its replacement. */
  legacy: Legacy;
  /** Any operation of the document. */
  call: Call;
  /** What an input would be refused for, without sending it. */
  check: Check;
  /** openapi-fetch clients, one for each host. A refusal is not thrown but returned as `error`. */
  raw: RawClients;
}

/**
 * Creates a client of the escrow service. Nothing is sent until a call is made.
 * @throws EscrowError `configuration` that names the option and what to do.
 * @example const escrow = createEscrowClient({ hosts: 'http://127.0.0.1:4010', tokens: { organization: 'org_sandbox' } })
 */
export function createEscrowClient(options: EscrowClientOptions): EscrowClient {
  const { clientId, clientSecret, hosts, tokens = {}, timeoutInMs, retry } = completeOptions(options);
  const caches = Object.entries(tokens).map(([kind, source]) => [
    kind,
    source && createTokenCache(kind as TokenKind, source),
  ]);
  const transport: Transport = {
    hosts,
    tokens: Object.fromEntries(caches),
    timeoutInMs,
    retry,
    fetch: options.fetch ?? ((request) => globalThis.fetch(request)),
    ...observers(options.hooks, options.logger),
  };
  const raw = createRawClients(transport);
  const call = createCall(raw);
  return {
    customers: createCustomers(call),
    identity: createIdentity(call),
    contracts: createContracts(call),
    payments: createPayments(call, clientId, clientSecret),
    users: createUsers(call),
    legacy: createLegacy(call),
    call: call as Call,
    check,
    raw,
  };
}
