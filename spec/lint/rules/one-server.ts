import { type Rule, resolved } from '../redocly.ts';

const hosts = new Set(['contract', 'auth', 'identity', 'users', 'legacy']);

/** A path is served by one host, and `x-host` says which. */
export const oneServer: Rule = () => ({
  Paths: {
    PathItem(pathItem, context) {
      const servers = Array.isArray(pathItem['servers']) ? pathItem['servers'] : [];
      const host = String(resolved(servers[0], context)?.['x-host']);
      if (servers.length === 1 && hosts.has(host)) return;
      context.report({
        message: `Give the path one server whose x-host is one of ${[...hosts].join(', ')}.`,
        location: context.location.key(),
      });
    },
  },
});
