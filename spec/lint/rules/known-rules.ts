import rules from '../../rules.json' with { type: 'json' };
import type { Json, Rule } from '../redocly.ts';

const documentRules = Object.entries(rules).filter(([, rule]) => rule.heldBy.includes('document'));

/** The ids that a node states in `x-rules` and `x-constraints`. */
function statedBy(node: Json | undefined): string[] {
  const listed = node?.['x-rules'];
  return [...(Array.isArray(listed) ? listed.map(String) : []), ...Object.values(node?.['x-constraints'] ?? {})];
}

/** `x-rules` and `x-constraints` name rules of rules.json. */
export const knownRules: Rule = () => ({
  any: {
    enter(node, { report, location }) {
      for (const extension of ['x-rules', 'x-constraints']) {
        if (node?.[extension] === undefined) continue;
        const ids = statedBy({ [extension]: node[extension] });
        const unknown = ids.filter((id) => !(id in rules));
        if (ids.length > 0 && unknown.length === 0) continue;
        const message = `${extension} names ids of rules.json, not ${unknown.join(', ') || 'nothing'}.`;
        report({ message, location: location.child([extension]) });
      }
    },
  },
});

/** Every rule and constraint that the document must hold is stated somewhere. */
export const everyRuleStated: Rule = () => {
  const stated = new Set<unknown>();
  return {
    any: {
      enter(node) {
        for (const id of statedBy(node)) stated.add(id);
      },
    },
    Root: {
      leave(_root, { report, location }) {
        const missing = documentRules.map(([id]) => id).filter((id) => !stated.has(id));
        if (missing.length > 0) {
          report({ message: `Nothing states ${missing.join(', ')}.`, location: location.child(['info']).key() });
        }
      },
    },
  };
};
