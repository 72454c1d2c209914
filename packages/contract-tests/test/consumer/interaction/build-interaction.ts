import type { OperationId } from '@escrow-kit/client';
import { type Basis, findRule, getOperation, type ServiceOperation } from '@escrow-kit/spec';
import { MatchersV3, type PactV4 } from '@pact-foundation/pact';
import type { ConditionName } from '../../../src/judge/find-broken-conditions.ts';
import type { StateName } from '../../../src/states/catalogue.ts';
import type { SentToken } from './client.ts';
import { describePath, describeRequest, type WireRequest } from './describe-request.ts';
import type { GivenState } from './given.ts';
import { isStatusShown } from './is-status-shown.ts';

type Blames = { status?: string; answer?: string; [path: `$${string}`]: string };

/** A request of the client and the answer that it relies on. */
export interface PactContent {
  operation: OperationId;
  given: GivenState<StateName>;
  /** The rules besides the one that the title starts with. */
  rules?: readonly string[];
  request: WireRequest;
  /** Default: the first that the operation takes. */
  token?: SentToken | undefined;
  /** As documented. If the service does not show it, any status of its class passes. */
  status: number;
  /** Default: what the document says. */
  isStatusShown?: boolean | undefined;
  /** The rule whose basis counts. Default: the one that the title starts with. */
  by?: string | undefined;
  /** The basis, if no rule has it. A comment beside it says why. Default: the basis of the rule `by`. */
  basis?: Basis | undefined;
  /**
   * Which rule is broken if the status of a success, a field of the answer (by its path), or the rest of the answer is wrong.
   * Default: the one that the title starts with.
   */
  blames?: Blames | undefined;
  /** Conditions that the answer has to meet besides what Pact compares. Default: none. */
  conditions?: readonly ConditionName[] | undefined;
  /** Why no answer can be judged. It is reported as not checkable. Default: it can. */
  notCheckable?: string | undefined;
  /** Interactions with the same name here are alternatives: one of them has to hold. Default: no alternative. */
  alternative?: string | undefined;
  /** Matchers for the answer's body. Default: any body passes. */
  answer?: unknown;
}

/** The security schemes that an operation takes one of. */
const acceptedBy = ({ definition }: ServiceOperation): string[] =>
  definition.security.flatMap((entry) => Object.keys(entry));

/** The token of a request: the chosen one, or the first kind that the operation takes. */
export const tokenFor = ({ operation, token }: Pick<PactContent, 'operation' | 'token'>): SentToken =>
  token ?? (acceptedBy(getOperation(operation))[0] as SentToken | undefined) ?? 'none';

function tokenMark(token: SentToken, accepted: string[]): string {
  if (accepted.length === 0) return 'not taken';
  if (token === 'none' || token === 'unknown') return token;
  return accepted.includes(token) ? token : `wrong kind: ${token}`;
}

const expectedStatus = (status: number, isShown: boolean) =>
  isShown ? status : MatchersV3.matchStatus(status, (status < 300 ? 'success' : 'clientError') as never);

/** The rule that says which token an operation takes, by the first kind that it takes. */
export const tokenRules: Readonly<Record<string, string>> = {
  organizationToken: 'AUTH-2',
  clientAdminToken: 'AUTH-3',
  legacyUserToken: 'AUTH-8',
  legacyAppToken: 'AUTH-9',
  apiKey: 'AUTH-11',
};

/** The rules of the parts of an answer, besides the one that the title starts with. */
function blamesOf(content: PactContent): Record<string, string> {
  const { operation, blames = {} } = content;
  const accepted = acceptedBy(getOperation(operation));
  const [usual] = accepted;
  if (usual === undefined) return { ...blames, access: 'AUTH-6' };
  return accepted.includes(tokenFor(content)) ? { ...blames, access: tokenRules[usual] ?? '' } : { ...blames };
}

/** The basis of a rule. Without a rule it is `assumed`. */
export const basisOfRule = (id: string): Basis => findRule(id)?.basis ?? 'assumed';

/** Adds an interaction to a pact: the method, the path and the media type come from the document. */
export function buildInteraction(pact: PactV4, title: string, content: PactContent) {
  const { request, status, answer } = content;
  const operation = getOperation(content.operation);
  const token = tokenFor(content);
  const blames = blamesOf(content);
  const isShown = content.isStatusShown ?? isStatusShown(operation, status);
  const refusalRules = status >= 400 && !isShown ? ['ERR-1'] : [];
  const rules = [
    ...new Set([
      title.split(' ')[0] ?? '',
      ...(content.by === undefined ? [] : [content.by]),
      ...(content.rules ?? []),
      ...Object.values(blames),
      ...refusalRules,
    ]),
  ];
  const { name, parameters } = content.given;
  const described = pact
    .addInteraction()
    .given(name, parameters as Record<string, string>)
    .uponReceiving(title)
    .reference('OpenAPI', 'operationId', content.operation)
    .reference('escrow-kit', 'rules', rules.join(' '))
    .reference('escrow-kit', 'basis', content.basis ?? basisOfRule(content.by ?? rules[0] ?? ''))
    .reference('escrow-kit', 'token', tokenMark(token, acceptedBy(operation)));
  const entries = Object.entries(blames).map(([part, rule]) => `${part}=${rule}`);
  if (entries.length > 0) described.reference('escrow-kit', 'blames', entries.join(' '));
  if (content.conditions) described.reference('escrow-kit', 'conditions', content.conditions.join(' '));
  if (content.notCheckable) described.reference('escrow-kit', 'notCheckable', content.notCheckable);
  if (content.alternative) described.reference('escrow-kit', 'alternative', content.alternative);
  return described
    .withRequest(operation.method, describePath(operation, request.path), (builder) =>
      describeRequest(builder, { request, token, operation }),
    )
    .willRespondWith(expectedStatus(status, isShown), (builder) => answer === undefined || builder.jsonBody(answer));
}
