import passages from '../../passages.json' with { type: 'json' };
import { toPointer } from './json-pointer.ts';
import { openApiDocument } from './open-api-document.ts';
import { listOperations, listWebhookRequests } from './operations.ts';
import { resolveReference } from './resolve-reference.ts';
import type { RuleStatement } from './rule-of-keyword.ts';
import { findRule, passagesOf } from './rules.ts';

/** A passage that a rule rests on. */
export interface Ground {
  /** A passage of the service's description, or a JSON pointer into `openapi.bundle.json`. */
  place: string;
  /** What it says, in short. */
  text: string;
}

/**
 * What a rule rests on: the passages of the service's description, then the part of the document that states it, in the operation
 * or webhook `operationId` if it is given and states the rule. Empty if there is none, or no such rule.
 */
export function groundsOf(id: string, operationId?: string): Ground[] {
  const described = passagesOf(findRule(id)).map((place) => ({
    place,
    text: (passages as Record<string, string>)[place] ?? '',
  }));
  const own = operationId === undefined ? [] : findInOperation(id, operationId);
  const statements = own.length > 0 ? own : findStatements(id, openApiDocument, '#');
  const ofComponents = statements.filter(({ place }) => place.startsWith('#/components/'));
  const inDocument = ofComponents.find(({ isMain }) => isMain) ?? ofComponents[0] ?? statements[0];
  return inDocument ? [...described, { place: inDocument.place, text: inDocument.text }] : described;
}

interface Statement extends Ground {
  /** Whether it is about this rule, rather than a response that another rule gives. */
  isMain: boolean;
}

function findInOperation(id: string, operationId: string): Statement[] {
  const paths = listOperations().map((operation) => ({ ...operation, root: '#/paths' }));
  const webhooks = listWebhookRequests().map((operation) => ({ ...operation, root: '#/x-webhooks' }));
  const found = [...paths, ...webhooks].find((operation) => operation.id === operationId);
  if (!found) return [];
  return findStatements(id, found.definition, `${found.root}${toPointer([found.path, found.method.toLowerCase()])}`);
}

/**
 * Finds the parts of a node, and of what it refers to, that name a rule and describe themselves. Examples and the introduction
 * state nothing.
 */
function findStatements(id: string, node: unknown, place: string, seen = new Set<string>()): Statement[] {
  if (typeof node !== 'object' || node === null || place.endsWith('/examples') || place === '#/info') return [];
  const { $ref, description } = node as { $ref?: string; description?: unknown };
  if (typeof $ref === 'string') {
    if (seen.has($ref)) return [];
    seen.add($ref);
    return findStatements(id, resolveReference($ref), $ref, seen);
  }
  const { 'x-rules': own = [], 'x-constraints': constraints = {} } = node as RuleStatement;
  const isResponse = place.startsWith('#/components/responses/');
  const isStated = own.includes(id) || Object.values(constraints).includes(id);
  const [text = ''] = typeof description === 'string' ? description.split('\n\n') : [];
  const found =
    isStated && text !== ''
      ? [{ place, text: text.trim().replaceAll('\n', ' '), isMain: own[0] === id || !isResponse }]
      : [];
  const inside = Object.entries(node).flatMap(([key, part]) =>
    findStatements(id, part, `${place}${toPointer([key])}`, seen),
  );
  return [...found, ...inside];
}
