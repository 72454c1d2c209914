import { getOperation, type OperationId, responseFor, type ServiceOperation } from '@escrow-kit/spec';
import { MatchersV3, type PactV4 } from '@pact-foundation/pact';
import { acceptedBy, type SentToken } from '../../../src/deployment/credentials.ts';
import type { StateName } from '../../../src/states/catalogue.ts';
import { describePath, describeRequest, type WireRequest } from './describe-request.ts';
import { type GivenState, type PlaceValue, placeValue } from './given.ts';
import { toStateTemplates } from './placed-value.ts';
import { type Sample, samples } from './samples.ts';

/** A call of the service and the answer that a consumer relies on. */
export interface Call<Name extends StateName> {
  operation: OperationId;
  /** The state that the call needs. Default: that of the operation's sample. */
  given?: GivenState<Name> | undefined;
  /**
   * The parts of the request that differ from the operation's sample, each as a whole; of `path` only the given parameters. It may
   * place values of the state. Default: none.
   */
  request?: ((value: PlaceValue<Name>) => WireRequest) | undefined;
  /** Default: the first that the operation takes. */
  token?: SentToken | undefined;
  /** As documented. If the service does not show it, any status of its class passes. */
  status: number;
  /** Default: what the document says. */
  isStatusShown?: boolean | undefined;
  /** Matchers for the answer's body. Default: any body passes. */
  answer?: unknown;
  /** What Pact notes about the interaction, by group and name. Default: only the operation. */
  references?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** The token of a request: the chosen one, or the first kind that the operation takes. */
export const tokenOf = ({ operation, token }: Pick<Call<StateName>, 'operation' | 'token'>): SentToken =>
  token ?? (acceptedBy(getOperation(operation))[0] as SentToken | undefined) ?? 'none';

/** The state and the whole request of a call, with what its sample gives. */
export function completeCall<Name extends StateName>({ operation, given, request }: Call<Name>): Sample {
  const sample = samples[operation];
  const state = given ?? sample.given;
  const changed = request?.(placeValue) ?? {};
  const path = changed.path && { path: { ...sample.request.path, ...changed.path } };
  return { given: state, request: { ...sample.request, ...changed, ...path } };
}

/**
 * Whether the service shows exactly this status, rather than the document assuming one. Throws if the document
 * does not have it.
 */
export function isStatusShown({ id, responses }: ServiceOperation, status: number): boolean {
  const response = responseFor(responses, status);
  if (!response) throw new Error(`The document has no ${status} of ${id}.`);
  return !response['x-open']?.includes('status');
}

/**
 * Adds a call of the service to a pact, ready for `executeTest`. Method, path, media type and token come from the document;
 * Pact's mock expects the example values of the state. Throws if the document has no such status.
 */
export function describeCall<Name extends StateName>(pact: PactV4, description: string, call: Call<Name>) {
  const { status, answer, references = {} } = call;
  const operation = getOperation(call.operation);
  const { given, request } = completeCall(call);
  const isShown = call.isStatusShown ?? isStatusShown(operation, status);
  const described = pact
    .addInteraction()
    .given(given.name, { ...given.parameters, ...toStateTemplates(request.body ?? {}) } as Record<string, string>)
    .uponReceiving(description)
    .reference('OpenAPI', 'operationId', operation.id);
  for (const [group, entries] of Object.entries(references)) {
    for (const [name, value] of Object.entries(entries)) described.reference(group, name, value);
  }
  return described
    .withRequest(operation.method, describePath(operation, request.path), (builder) =>
      describeRequest(builder, { request, token: tokenOf(call), operation }),
    )
    .willRespondWith(expectedStatus(status, isShown), (builder) => answer === undefined || builder.jsonBody(answer));
}

const expectedStatus = (status: number, isShown: boolean) =>
  isShown ? status : MatchersV3.matchStatus(status, (status < 300 ? 'success' : 'clientError') as never);
