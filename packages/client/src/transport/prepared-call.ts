import type { Deployment, HostName, Operation, TokenKind } from '../document/registered.ts';
import type { RequestParts } from '../input/check-request.ts';
import type { CallState } from '../observation/call-info.ts';
import type { Observation } from '../observation/observation.ts';
import type { TokenHolder } from '../tokens/token-holder.ts';
import type { CallDefaults, CallSettings } from './call-options.ts';
import type { OpenApiClient } from './host-clients.ts';
import type { SendRequest } from './send-once.ts';

/** The parts that all calls of a client share. */
export interface Transport {
  deployment: Deployment;
  /** The openapi-fetch clients of the hosts that have an address. */
  clients: Partial<Record<HostName, OpenApiClient>>;
  tokens: Partial<Record<TokenKind, TokenHolder>>;
  defaults: CallDefaults;
  observation: Observation | undefined;
  /** The caller's `fetch`, or the global one. */
  fetch: SendRequest;
}

/** A call that was checked and is ready to send. */
export interface PreparedCall {
  call: CallState;
  operation: Operation;
  settings: CallSettings;
  /** The openapi-fetch client of its host. */
  client: OpenApiClient;
  /** The token to send; undefined if the operation takes none. */
  token: TokenHolder | undefined;
  parts: RequestParts;
  /** All headers but the token, which each attempt sets. */
  headers: Record<string, string> | Headers;
}
