import { getOperation, type OperationId, type ServiceOperation } from '@escrow-kit/spec';
import { MatchersV3, type PactV4 } from '@pact-foundation/pact';
import type { StateName } from '../states/catalogue.ts';
import { describePath, describeRequest, type PactInteraction, type WireRequest } from './describe-request.ts';
import { type GivenState, type PlaceValue, placeValue } from './given.ts';
import { isStatusShown } from './is-status-shown.ts';
import { toStateTemplates } from './placed-value.ts';
import { type Sample, samples } from './samples.ts';
import type { SentToken } from './sent-token.ts';

/** A call of the service and the answer that a consumer relies on. */
export interface Call<Name extends StateName> {
  operation: OperationId;
  /** The state that the call needs. Default: that of the operation's sample. */
  given?: GivenState<Name> | undefined;
  /** The parts of the request that differ from the operation's sample. It may place values of the state. Default: none. */
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

/** The security schemes that an operation takes one of. */
export const acceptedBy = ({ definition }: ServiceOperation): string[] =>
  definition.security.flatMap((entry) => Object.keys(entry));

/** The token of a request: the chosen one, or the first kind that the operation takes. */
export const tokenOf = ({ operation, token }: Pick<Call<StateName>, 'operation' | 'token'>): SentToken =>
  token ?? (acceptedBy(getOperation(operation))[0] as SentToken | undefined) ?? 'none';

/** The state and the whole request of a call, with what its sample gives. */
export function completeCall<Name extends StateName>({ operation, given, request }: Call<Name>): Sample {
  const sample = samples[operation];
  return { given: given ?? sample.given, request: { ...sample.request, ...request?.(placeValue) } };
}

/**
 * Adds a call of the service to a pact, ready for `executeTest`. Method, path, media type and token come from the document;
 * Pact's mock expects the example values of the state, {@link valueExamples}. Throws if the document has no such status.
 */
export function describeCall<Name extends StateName>(
  pact: Pick<PactV4, 'addInteraction'>,
  description: string,
  call: Call<Name>,
): DescribedCall {
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
