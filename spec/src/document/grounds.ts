import passages from '../../passages.json' with { type: 'json' };
import { openApiDocument } from './document.ts';
import { findRule, passagesOf, type RuleStatement } from './rules.ts';

/** A passage that a rule rests on. */
export interface Ground {
  /** A passage of the service's description, or a JSON pointer into `openapi.bundle.json`. */
  place: string;
  /** What it says, in short. */
  text: string;
}

/**
 * What a rule rests on: the passages of the service's description, then the part of the document that states it. `operationId` is
 * preferred if several operations state it. Empty if there is none, or no such rule.
 */
export function groundsOf(id: string, operationId?: string): Ground[] {
  const described = passagesOf(findRule(id)).map((place) => ({
    place,
    text: (passages as Record<string, string>)[place] ?? '',
  }));
  const statements = findStatements(openApiDocument, id);
  const inDocument =
    statements.find(({ place }) => place.startsWith('#/components/schemas/')) ??
    statements.find((statement) => statement.operationId === operationId) ??
    statements[0];
  return inDocument ? [...described, { place: inDocument.place, text: inDocument.text }] : described;
}

type Statement = Ground & { operationId: string | undefined };

/** Finds the parts of the document that name a rule and describe themselves, in its order. Examples and the introduction state nothing. */
function findStatements(node: unknown, id: string, place = '#'): Statement[] {
  if (typeof node !== 'object' || node === null || place.endsWith('/examples') || place === '#/info') return [];
  const { description, operationId } = node as { description?: unknown; operationId?: string };
  const { 'x-rules': own = [], 'x-constraints': constraints = {} } = node as RuleStatement;
  const isStated = own.includes(id) || Object.values(constraints).includes(id);
  const [text = ''] = typeof description === 'string' ? description.split('\n\n') : [];
  const found = isStated && text !== '' ? [{ place, text: text.trim().replaceAll('\n', ' '), operationId }] : [];
  const inside = Object.entries(node).flatMap(([key, part]) =>
    findStatements(part, id, `${place}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`),
  );
  return [...found, ...inside];
}
