import rules from '../../rules.json' with { type: 'json' };
import type { OpenApiDocument } from '../document/document.ts';
import { nodesOf } from '../document/parts.ts';

/** The first rule or check that a document names although there is none; undefined if there is none. */
export function findRuleProblem(document: OpenApiDocument, base: OpenApiDocument): string | undefined {
  const checks = [...new Set(nodesOf(base).flatMap(({ node }) => textsOf(node['x-check'])))];
  for (const { keys, node } of nodesOf(document)) {
    const place = `#/${keys.join('/')}`;
    const unknownRule = rulesOf(node).find((id) => !Object.hasOwn(rules, id));
    if (unknownRule !== undefined) return `${place} names the rule ${unknownRule}, which rules.json does not have.`;
    const unknownCheck = textsOf(node['x-check']).find((name) => !checks.includes(name));
    if (unknownCheck !== undefined) return `${place} names the check ${unknownCheck}; there are ${checks.join(', ')}.`;
  }
  return undefined;
}

function rulesOf(node: Record<string, unknown>): string[] {
  const constraints = Object.values(node['x-constraints'] ?? {});
  return [...textsOf(node['x-rules']), ...textsOf(node['x-rules-off']), ...constraints.map(String)];
}

function textsOf(list: unknown): string[] {
  return Array.isArray(list) ? list.map(String) : [];
}
