import type { OperationId } from '@escrow-kit/client';
import { type Basis, findRule } from '@escrow-kit/spec';
import { MatchersV3, type PactV4 } from '@pact-foundation/pact';
import type { StateName } from '../../../src/states/catalogue.ts';
import type { SentToken } from './client.ts';
import { describePath, describeRequest, type WireRequest } from './describe-request.ts';
import { type FoundOperation, findOperation, isStatusShown } from './find-operation.ts';
import type { GivenState } from './given.ts';

/** A request of the client and the answer that it counts on. */
export interface PactContent {
  operation: OperationId;
  given: GivenState<StateName>;
  /** The rules beside the one that the title starts with. */
  rules?: readonly string[];
  request: WireRequest;
  /** Default: the first that the operation takes. */
  token?: SentToken | undefined;
  /** As documented. Where the service does not show it, any of its class is as good. */
  status: number;
  /** Default: what the document says. */
  isStatusShown?: boolean | undefined;
  /** How well it is known that the service answers so. Default: the basis of the rule that the title starts with. */
  basis?: Basis | undefined;
  /** Matchers for the answer's body. Default: nothing is expected of it. */
  answer?: unknown;
}

/** The security schemes that an operation takes one of. */
const acceptedBy = (operation: FoundOperation): string[] =>
  operation.operation.security.flatMap((entry) => Object.keys(entry));

/** The token that a request carries: what was chosen, or the first kind that the operation takes. */
export const tokenFor = ({ operation, token }: Pick<PactContent, 'operation' | 'token'>): SentToken =>
  token ?? (acceptedBy(findOperation(operation))[0] as SentToken | undefined) ?? 'none';

function tokenMark(token: SentToken, accepted: string[]): string {
  if (accepted.length === 0) return 'not taken';
  if (token === 'none' || token === 'unknown') return token;
  return accepted.includes(token) ? token : `wrong kind: ${token}`;
}

const expectedStatus = (status: number, isShown: boolean) =>
  isShown ? status : MatchersV3.matchStatus(status, (status < 300 ? 'success' : 'clientError') as never);

/** The basis of a rule. What has none is known least. */
export const basisOfRule = (id: string): Basis => findRule(id)?.basis ?? 'assumed';

/** Adds an interaction to a pact: the method, the path and the media type come from the document. */
export function buildInteraction(pact: PactV4, title: string, content: PactContent) {
  const { request, status, answer } = content;
  const operation = findOperation(content.operation);
  const token = tokenFor(content);
  const rules = [title.split(' ')[0] ?? '', ...(content.rules ?? [])];
  const { name, parameters } = content.given;
  return pact
    .addInteraction()
    .given(name, parameters as Record<string, string>)
    .uponReceiving(title)
    .reference('OpenAPI', 'operationId', content.operation)
    .reference('escrow-kit', 'rules', rules.join(' '))
    .reference('escrow-kit', 'basis', content.basis ?? basisOfRule(rules[0] ?? ''))
    .reference('escrow-kit', 'token', tokenMark(token, acceptedBy(operation)))
    .withRequest(operation.method, describePath(operation, request.path), (builder) =>
      describeRequest(builder, { request, token, operation }),
    )
    .willRespondWith(
      expectedStatus(status, content.isStatusShown ?? isStatusShown(operation.operation, status)),
      (builder) => answer === undefined || builder.jsonBody(answer),
    );
}
