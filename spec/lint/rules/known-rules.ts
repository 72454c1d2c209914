import rules from '../../rules.json' with { type: 'json' };
import type { Rule } from '../redocly.ts';

const documentRules = Object.entries(rules).filter(([, rule]) => rule.where.includes('S'));

/** `x-rules` names rules of rules.json. */
export const knownRules: Rule = () => ({
  any: {
    enter(node, { report, location }) {
      const stated = node?.['x-rules'];
      if (stated === undefined) return;
      const ids = Array.isArray(stated) ? stated.map(String) : [];
      const unknown = ids.filter((id) => !(id in rules));
      if (ids.length === 0 || unknown.length > 0) {
        report({
          message: `x-rules lists ids of rules.json, not ${unknown.join(', ') || 'nothing'}.`,
          location: location.child(['x-rules']),
        });
      }
    },
  },
});

/** Every rule that the document must hold is stated somewhere. */
export const everyRuleStated: Rule = () => {
  const stated = new Set<unknown>();
  return {
    any: {
      enter(node) {
        const ids = node?.['x-rules'];
        if (Array.isArray(ids)) for (const id of ids) stated.add(id);
      },
    },
    Root: {
      leave(_root, { report, location }) {
        const missing = documentRules.map(([id]) => id).filter((id) => !stated.has(id));
        if (missing.length > 0) {
          report({ message: `No x-rules states ${missing.join(', ')}.`, location: location.child(['info']).key() });
        }
      },
    },
  };
};
