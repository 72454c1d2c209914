import { operationsOf, type Rule } from '../redocly.ts';

/** USER-2: registering a customer twice links the same customer, so it may be sent again. */
const repeatable = new Set(['registerCustomer']);

/** `x-retry` says how an operation may be sent again: a read, a repeatable write, or a write. */
export const retryClass: Rule = () => ({
  Paths: {
    PathItem(pathItem, { report, location }) {
      for (const [method, operation] of operationsOf(pathItem)) {
        const write = repeatable.has(String(operation['operationId'])) ? 'repeatable' : 'write';
        const expected = method === 'get' ? 'read' : write;
        if (operation['x-retry'] !== expected) {
          report({ message: `x-retry of this operation is ${expected}.`, location: location.child([method]).key() });
        }
      }
    },
  },
});
