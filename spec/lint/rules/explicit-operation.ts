import type { Rule } from '../redocly.ts';

/** Every operation has a camelCase operationId and lists its tokens; the list may be empty. */
export const explicitOperation: Rule = () => ({
  Operation(operation, { report, location }) {
    if (!/^[a-z][a-zA-Z0-9]*$/.test(String(operation['operationId'] ?? ''))) {
      report({ message: 'Give the operation an operationId in camelCase.', location: location.key() });
    }
    if (!Array.isArray(operation['security'])) {
      report({
        message: 'List the security of the operation; use an empty list if it takes no token.',
        location: location.key(),
      });
    }
  },
});
