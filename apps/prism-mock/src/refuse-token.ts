import { exampleTokens, type TokenKind } from '@escrow-kit/spec';
import { type DocumentedExample, findExampleOfRule, listExamples } from './documented-example.ts';
import type { MockedOperation } from './mocked-operation.ts';
import { type Refusal, refuseHeader } from './refusal.ts';

/** Refuses a missing or unknown token with 401, and a token of a kind that the operation does not take with 403. */
export function refuseToken(operation: MockedOperation, authorization: string | undefined): Refusal | undefined {
  if (operation.tokenKinds.length === 0) return undefined;
  const kind = findTokenKind(authorization);
  if (kind === undefined) {
    const [example] = listExamples(operation, 401);
    return refuseHeader('authorization', { status: 401, example, message: 'is missing or holds an unknown token' });
  }
  if (operation.tokenKinds.includes(kind)) return undefined;
  const example = chooseExample(listExamples(operation, 403), kind);
  return refuseHeader('authorization', { status: 403, example, message: `holds a token of the kind ${kind}` });
}

/** AUTH-4 is only about the organization token; any other wrong token has its own example. */
function chooseExample(examples: DocumentedExample[], kind: TokenKind): DocumentedExample | undefined {
  const ofOrganization = findExampleOfRule(examples, { rule: 'AUTH-4' });
  if (kind === 'organization' && ofOrganization) return ofOrganization;
  return examples.find((example) => example !== ofOrganization);
}

const kinds = new Map(Object.entries(exampleTokens).map(([kind, token]) => [token, kind as TokenKind]));

/** The kind of the bearer token in an `Authorization` header; undefined if it is missing, unknown or not a bearer token. */
function findTokenKind(authorization: string | undefined): TokenKind | undefined {
  const token = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
  return token === undefined ? undefined : kinds.get(token);
}
