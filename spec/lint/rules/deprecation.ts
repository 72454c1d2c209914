import type { Context, Rule } from '../redocly.ts';

/** LEGACY-4: deprecated operations name their replacement; others do not. */
export const deprecation: Rule = () => {
  const ids = new Set<unknown>();
  const replacements: { id: unknown; location: Context['location'] }[] = [];
  return {
    Operation(operation, { report, location }) {
      const replacement = operation['x-replaced-by'];
      ids.add(operation['operationId']);
      if ((operation['deprecated'] === true) !== (typeof replacement === 'string')) {
        report({ message: 'deprecated: true and x-replaced-by go together.', location: location.key() });
      }
      if (replacement !== undefined)
        replacements.push({ id: replacement, location: location.child(['x-replaced-by']) });
    },
    Root: {
      leave(_root, { report }) {
        for (const { id, location } of replacements) {
          if (!ids.has(id)) report({ message: 'x-replaced-by names an operationId of this document.', location });
        }
      },
    },
  };
};
