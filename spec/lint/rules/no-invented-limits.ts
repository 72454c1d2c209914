import type { Rule } from '../redocly.ts';

const limits = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
  'default',
];

/** LIMIT-1: the service's own limits are patterns; it states no bounds, counts or defaults of fields. */
export const noInventedLimits: Rule = () => ({
  Schema(schema, { report, location }) {
    for (const limit of limits.filter((name) => name in schema)) {
      report({ message: `The service states no ${limit}.`, location: location.child([limit]).key() });
    }
  },
});
