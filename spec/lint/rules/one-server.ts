import { type Rule, resolved } from '../redocly.ts';

/** A path is served by one host, and `x-host` says which of `x-hosts` it is. */
export const oneServer: Rule = () => {
  let hosts: unknown[] = [];
  return {
    Root: {
      enter(root) {
        hosts = Array.isArray(root['x-hosts']) ? root['x-hosts'] : [];
      },
    },
    Paths: {
      PathItem(pathItem, context) {
        const servers = Array.isArray(pathItem['servers']) ? pathItem['servers'] : [];
        const host = resolved(servers[0], context)?.['x-host'];
        if (servers.length === 1 && hosts.includes(host)) return;
        context.report({
          message: `Give the path one server whose x-host is one of ${hosts.join(', ')}.`,
          location: context.location.key(),
        });
      },
    },
  };
};
