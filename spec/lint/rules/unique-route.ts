import type { Rule } from '../redocly.ts';

/** Mock and sandbox serve all hosts on one origin, so a method and path belong to one operation across all hosts. */
export const uniqueRoute: Rule = () => ({
  Paths(paths, { report, location }) {
    const seen = new Set<string>();
    for (const path of Object.keys(paths)) {
      const shape = path.replace(/\{[^}]*\}/g, '{}').replace(/\/$/, '');
      if (seen.has(shape))
        report({
          message: 'Another path differs only in its host or in the names of its placeholders.',
          location: location.child([path]).key(),
        });
      seen.add(shape);
    }
  },
});
