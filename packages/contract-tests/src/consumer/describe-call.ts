import { getOperation, type OperationId, responseFor, type ServiceOperation } from '@escrow-kit/spec';
import { MatchersV3, type PactV4 } from '@pact-foundation/pact';
import { closest } from 'fastest-levenshtein';
import { acceptedBy, credentialNames, type SentToken, tokenNames } from '../deployment/credentials.ts';
import { type StateName, stateCatalogue } from '../states/catalogue.ts';
import { describePath, describeRequest, type PactInteraction, type WireRequest } from './describe-request.ts';
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

/** A call in a pact, whose `executeTest` runs the code that makes it. */
export type DescribedCall = ReturnType<ReturnType<PactInteraction['withRequest']>['willRespondWith']>;

/** The token of a request: the chosen one, or the first kind that the operation takes. */
export const tokenOf = ({ operation, token }: Pick<Call<StateName>, 'operation' | 'token'>): SentToken =>
  token ?? (acceptedBy(getOperation(operation))[0] as SentToken | undefined) ?? 'none';

/** The state and the whole request of a call, with what its sample gives. */
export function completeCall<Name extends StateName>({ operation, given, request }: Call<Name>): Sample {
  const sample = samples[operation];
  const state = given ?? sample.given;
  refuseUnknown(state.name, 'state', Object.keys(stateCatalogue));
  const values = [...credentialNames, ...stateCatalogue[state.name].gives];
  const place: PlaceValue<Name> = (value, text) => {
    refuseUnknown(value, `value of the state "${state.name}"`, values);
    return placeValue(value, text);
  };
  const changed = request?.(place) ?? {};
  const path = changed.path && { path: { ...sample.request.path, ...changed.path } };
  return { given: state, request: { ...sample.request, ...changed, ...path } };
}

/** Throws if a name is unknown. The types refuse it as well, but JavaScript has none. */
function refuseUnknown(name: string, kind: string, known: readonly string[]): void {
  if (known.includes(name)) return;
  const remedy = known.length > 0 ? `Did you mean "${closest(name, known)}"?` : 'It has none.';
  throw new TypeError(`There is no ${kind} "${name}". ${remedy}`);
}

function refuseUnknownParts({ id, parameters }: ServiceOperation, request: WireRequest): void {
  for (const part of ['path', 'query'] as const) {
    const known = parameters.filter((parameter) => parameter.in === part).map(({ name }) => name);
    for (const name of Object.keys(request[part] ?? {})) refuseUnknown(name, `${part} parameter of ${id}`, known);
  }
}

/**
 * Whether the service shows exactly this status, rather than the document assuming one. Throws if the document
 * does not have it.
 */
export function isStatusShown({ id, responses }: ServiceOperation, status: number): boolean {
  const response = responseFor(responses, status);
  if (!response) throw new Error(`The document has no ${status} of ${id}.`);
  return !/status/i.test(response['x-not-shown'] ?? '');
}

/**
 * Adds a call of the service to a pact, ready for `executeTest`. Method, path, media type and token come from the document;
 * Pact's mock expects the example values of the state, {@link valueExamples}. Throws if the document has no such status or parameter, and for a state, a value
 * of it or a token that is not known.
 */
export function describeCall<Name extends StateName>(
  pact: Pick<PactV4, 'addInteraction'>,
  description: string,
  call: Call<Name>,
): DescribedCall {
  const { status, answer, references = {} } = call;
  const operation = getOperation(call.operation);
  const { given, request } = completeCall(call);
  refuseUnknownParts(operation, request);
  if (call.token !== undefined) refuseUnknown(call.token, 'token', ['none', 'unknown', ...tokenNames]);
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
