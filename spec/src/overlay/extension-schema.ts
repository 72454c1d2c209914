/** The form of our extensions, as far as OpenAPI does not know them, as JSON Schema. */
const text = { type: 'string', minLength: 1 };
const texts = { type: 'array', uniqueItems: true, items: text };
/** The names that a header can have (RFC 9110). */
export const headerName = "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$";
const pointer = { type: 'string', pattern: '^/' };

const signature = {
  type: 'object',
  required: ['header', 'algorithm', 'encoding', 'prefix'],
  additionalProperties: false,
  properties: {
    header: { type: 'string', pattern: headerName },
    algorithm: { enum: ['sha256', 'sha512'] },
    encoding: { enum: ['hex', 'base64'] },
    prefix: { type: 'string', pattern: '^[!-~]*$' },
  },
};

const tokenSource = {
  type: 'object',
  required: ['operation', 'token'],
  additionalProperties: false,
  properties: { operation: text, token: pointer, expiresInSeconds: pointer },
};

const webhook = {
  type: 'object',
  required: ['operationId', 'requestBody', 'x-retry-schedule'],
  properties: {
    operationId: { const: 'contractEvent' },
    'x-retry-schedule': { type: 'array', maxItems: 100, items: { type: 'number', exclusiveMinimum: 0 } },
    'x-signature': signature,
    'x-allowed-addresses': { ...texts, minItems: 1 },
  },
};

const operation = {
  type: 'object',
  required: ['operationId', 'security', 'responses', 'x-retry'],
  properties: {
    operationId: { type: 'string', pattern: '^[a-z][A-Za-z0-9]*$' },
    'x-retry': { enum: ['read', 'repeatable', 'write'] },
  },
};

const server = {
  type: 'object',
  required: ['url', 'x-host'],
  properties: { 'x-host': text },
};

const pathItem = {
  type: 'object',
  required: ['servers'],
  properties: {
    servers: { type: 'array', minItems: 1, maxItems: 1, items: server },
    get: operation,
    put: operation,
    post: operation,
    delete: operation,
    patch: operation,
    // The kit has no use for these.
    options: { not: {} },
    head: { not: {} },
    trace: { not: {} },
  },
};

const securityScheme = {
  type: 'object',
  required: ['type', 'scheme', 'x-token', 'x-example-token'],
  properties: {
    type: { const: 'http' },
    scheme: { const: 'bearer' },
    'x-token': { type: 'string', pattern: '^[a-z][A-Za-z0-9]*$' },
    'x-example-token': { type: 'string', pattern: '^[!-~]+$' },
    'x-obtained-by': tokenSource,
  },
};

export const extensionSchema: object = {
  type: 'object',
  required: ['paths', 'x-hosts', 'x-milestone-states', 'x-rule-topics', 'x-sdk', 'x-webhooks', 'components', 'tags'],
  properties: {
    paths: { type: 'object', additionalProperties: pathItem },
    'x-hosts': { ...texts, minItems: 1, items: { type: 'string', pattern: '^[a-z][A-Za-z0-9]*$' } },
    'x-milestone-states': { ...texts, minItems: 5, maxItems: 5 },
    'x-amount-unit': { enum: ['major', 'minor'] },
    'x-rules-off': texts,
    'x-webhooks': {
      type: 'object',
      required: ['contractEvent'],
      additionalProperties: false,
      properties: {
        contractEvent: {
          type: 'object',
          required: ['post'],
          additionalProperties: false,
          properties: { post: webhook },
        },
      },
    },
    components: {
      type: 'object',
      required: ['securitySchemes', 'schemas', 'responses', 'parameters'],
      properties: {
        securitySchemes: { type: 'object', additionalProperties: securityScheme },
        responses: { type: 'object', required: ['OtherRefusal'] },
      },
    },
  },
};
