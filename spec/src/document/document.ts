import type { HostNames, TokenKinds } from '../generated/facts.ts';

/** The host of the service that serves a path. */
export type HostName = HostNames[number];

/** The kind of token that an operation needs. */
export type TokenKind = TokenKinds[number];

/** Whether an operation can be repeated: a `read`, a `repeatable` write, or a `write` that must not be. */
export type RetryClass = 'read' | 'repeatable' | 'write';

/**
 * What the service may leave open about a part of the document: which `status`, the shape of the `body`, which other `fields`, which
 * fields are `required`, which other `values`, the `type`, the `format` of a text, the `limits` and counts, the `unit`, the `order`,
 * whether it is `refused` at all, the `headers`, the `host`, the kind of `token`, or its `use`: anything that no check depends on, such as
 * what it is for.
 */
export const openParts = [
  'status',
  'body',
  'fields',
  'required',
  'values',
  'type',
  'format',
  'limits',
  'unit',
  'order',
  'refused',
  'headers',
  'host',
  'token',
  'use',
] as const;

/** The name of something that the service does not describe. */
export type OpenPart = (typeof openParts)[number];

/** What the service does not describe about a part of the document. Both or neither. */
interface OpenNote {
  /** For people. */
  'x-not-shown'?: string;
  /** The same as data. */
  'x-open'?: OpenPart[];
}

/** A reference to another part of the document. */
export interface Reference {
  $ref: string;
}

/** A schema of OpenAPI 3.0, with our extensions. Other keywords are there too. */
export interface Schema extends OpenNote {
  $ref?: string;
  type?: string;
  description?: string;
  required?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: Schema;
  items?: Schema;
  oneOf?: Schema[];
  anyOf?: Schema[];
  discriminator?: { propertyName: string; mapping: Record<string, string> };
  not?: Schema;
  enum?: unknown[];
  pattern?: string;
  format?: string;
  /** IDs of the rules that the schema states. */
  'x-rules'?: string[];
  /** From a keyword, or `required.NAME`, to the ID of the rule it states, if that is not the first of `x-rules`. */
  'x-constraints'?: Record<string, string>;
  /** Names of checks that no keyword can express, such as equal sums. A client library implements them. */
  'x-check'?: string[];
  /** What to write instead of a value that the schema refuses. */
  'x-remedy'?: string;
  /** Values seen; others are accepted. */
  'x-known-values'?: string[];
  /** The service accepts one value, so a client library fills it in. */
  'x-fixed'?: boolean;
  /** Never log it. */
  'x-sensitive'?: 'secret' | 'personal';
  [keyword: string]: unknown;
}

/** An example of a body. An example of a refusal names the rule that it illustrates. */
export interface Example {
  summary?: string;
  description?: string;
  value: unknown;
  'x-rules'?: string[];
}

/** A media type with its schema and named examples. */
export interface MediaType {
  schema: Schema;
  examples?: Record<string, Example>;
}

/** A parameter of an operation. */
export interface Parameter extends OpenNote {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: Schema;
  example?: unknown;
  /** The ID of the rule that `required` states. */
  'x-constraints'?: Record<string, string>;
}

/** The body of a request. */
export interface RequestBody extends OpenNote {
  required?: boolean;
  content: Record<string, MediaType>;
}

/** A documented response. Without `content` it has no body. */
export interface Response extends OpenNote {
  description: string;
  headers?: Record<string, object>;
  content?: Record<string, MediaType>;
  'x-rules'?: string[];
}

/** How a webhook request is signed: an HMAC of its raw body, keyed with the webhook secret, in a header. */
export interface Signature {
  header: string;
  algorithm: 'sha256';
  encoding: 'hex' | 'base64';
  /** The text before the encoded HMAC; may be empty. */
  prefix: string;
}

/** An operation of the service, or a webhook request that it sends. */
export interface Operation extends OpenNote {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  deprecated?: boolean;
  /** Alternatives: one entry is enough. An empty list needs no token. */
  security: Record<string, string[]>[];
  parameters?: (Parameter | Reference)[];
  requestBody?: RequestBody;
  responses: Record<string, Response | Reference>;
  'x-rules': string[];
  'x-retry'?: RetryClass;
  /** Webhooks only: the delay before each redelivery, in seconds. */
  'x-retry-schedule'?: number[];
  /** Webhooks only: how a request is signed. Without it, requests are unsigned. */
  'x-signature'?: Signature;
  /** Webhooks only: the addresses or CIDR blocks that requests come from. Without it, from any. */
  'x-allowed-addresses'?: string[];
  'x-replaced-by'?: string;
}

/** The one server of a path. Its default address is a placeholder. */
export interface Server extends OpenNote {
  url: string;
  description: string;
  variables: Record<string, { default: string; description: string }>;
  'x-host': HostName;
}

/** The methods that a path or webhook may have in this document. */
export const methods = ['get', 'put', 'post', 'delete', 'patch'] as const;

/** A method that a path or webhook may have in this document. */
export type Method = (typeof methods)[number];

/** A path with its operations. */
export type PathItem = { servers?: Server[]; parameters?: (Parameter | Reference)[] } & {
  [method in Method]?: Operation;
};

/** The operation that returns a token. */
export interface TokenSource {
  /** Its operationId. */
  operation: string;
  /** A JSON pointer to the token in its response. */
  token: string;
  /** A JSON pointer to the token's lifetime in seconds in its response. Without it, the lifetime is unknown. */
  expiresInSeconds?: string;
  /** The request fields, with their values, that select this kind. Required if one operation returns several kinds. */
  when?: Record<string, string>;
}

/** A kind of token. */
export interface SecurityScheme {
  type: 'http';
  scheme: 'bearer';
  description: string;
  'x-token': TokenKind;
  /** The credential that mock and sandbox accept. */
  'x-example-token': string;
  'x-obtained-by'?: TokenSource;
  'x-rules': string[];
}

/** The bundled document: references point into its own components. */
export interface OpenApiDocument {
  openapi: string;
  info: { title: string; version: string; description: string; 'x-rules': string[] };
  tags: { name: string; description: string }[];
  'x-hosts': HostName[];
  /** The checkout script: its address, its function, and the argument. */
  'x-sdk': OpenNote & { script: string; call: string; argument: Schema };
  /** Five names, by position: created, waiting for payment, paid, being paid out, completed. */
  'x-milestone-states': string[];
  /** IDs of rules that the deployment does not follow. */
  'x-rules-off'?: string[];
  /** What an amount counts: `major` units with decimals, such as riyals, or whole `minor` units, such as halalas. Default: `major`. */
  'x-amount-unit'?: 'major' | 'minor';
  'x-rule-topics': Record<string, string>;
  paths: Record<string, PathItem>;
  'x-webhooks': Record<string, PathItem>;
  components: {
    securitySchemes: Record<string, SecurityScheme>;
    schemas: Record<string, Schema>;
    responses: Record<string, Response>;
    parameters: Record<string, Parameter>;
  };
}
