import type { Schema } from '@escrow-kit/spec';

const object = { type: 'object' };
const text = { type: 'string', minLength: 1, maxLength: 1000 };

const oneOf = (names: string) => ({ enum: names.split(/\s+/) });

/** Pact ignores a generator of an unknown type, and would send the example. */
const generatorTypes = `ProviderState MockServerURL Uuid Date Time DateTime Regex RandomInt RandomDecimal RandomHexadecimal
  RandomString RandomBoolean`;
const generator = {
  type: 'object',
  required: ['type'],
  properties: { type: oneOf(generatorTypes), expression: { type: 'string' } },
};
const generators = {
  type: 'object',
  properties: { path: generator },
  additionalProperties: { type: 'object', additionalProperties: generator },
};

/** Pact compares with a matcher of an unknown name as if there were none. */
const matcherNames = `type equality regex include number integer decimal real boolean null min max date time datetime timestamp
  semver values eachKey eachValue notEmpty arrayContains contentType statusCode`;
const matcher = { type: 'object', properties: { match: oneOf(matcherNames) } };
const rules = { type: 'object', properties: { matchers: { type: 'array', items: matcher } } };
const matchingRules = {
  type: 'object',
  properties: { path: rules },
  additionalProperties: { type: 'object', additionalProperties: rules },
};
const message = { headers: object, matchingRules, generators };

const states: Schema = {
  type: 'array',
  items: { type: 'object', required: ['name'], properties: { name: text, params: object } },
};

/** The form of a call. Pact's verifier ends without a result at a status that is not one. */
export const callForm: Schema = {
  type: 'object',
  required: ['description', 'request', 'response'],
  properties: {
    description: text,
    providerStates: states,
    request: {
      type: 'object',
      required: ['method', 'path'],
      properties: { method: text, path: text, query: object, ...message },
    },
    response: {
      type: 'object',
      required: ['status'],
      properties: { status: { type: 'integer', minimum: 100, maximum: 599 }, ...message },
    },
  },
};

/** The form of a message. */
export const messageForm: Schema = {
  type: 'object',
  required: ['description', 'contents'],
  properties: {
    description: text,
    providerStates: states,
    contents: object,
    metadata: object,
    matchingRules,
    generators,
  },
};
