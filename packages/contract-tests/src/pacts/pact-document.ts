import { readFileSync } from 'node:fs';
import { nameOutsidePath } from '../states/values.ts';

/** A provider state that an interaction names. */
interface ProviderState {
  name: string;
  params?: Record<string, unknown>;
}

/** A value that verification puts in place of an example. */
interface Generator {
  expression?: string;
}

/** An HTTP message of a pact. */
interface PactMessage {
  headers?: Record<string, string[]>;
  body?: { content: unknown; contentType: string };
  generators?: { path?: Generator } & Partial<Record<'header' | 'query' | 'body', Record<string, Generator>>>;
}

/** A request that the client makes. */
export interface PactRequest extends PactMessage {
  method: string;
  path: string;
  query?: Record<string, string[]>;
}

/** What a pact of the kit says about an interaction. */
interface KitReferences {
  /** The ids of its rules, with blanks between them. */
  rules?: string;
  basis?: string;
  /** The rules of parts of its answer, such as `status=PAY-1 $.data.id=PAY-3`. */
  blames?: string;
  /** The names of the conditions that its answer has to meet, with blanks between them. */
  conditions?: string;
  /** Interactions with the same name here are alternatives. */
  alternative?: string;
  /** Why no answer can be judged. */
  notCheckable?: string;
}

/** A request and the expected answer, or a message that the service sends. */
export interface Interaction {
  type: 'Synchronous/HTTP' | 'Asynchronous/Messages';
  /** Begins with the id of its rule. Unique. */
  description: string;
  providerStates?: ProviderState[];
  comments?: { references?: { OpenAPI?: { operationId?: string | undefined }; 'escrow-kit'?: KitReferences } };
  request?: PactRequest;
  response?: PactMessage & { status: number };
  /** Only for messages, as the rest. */
  contents?: { content: unknown };
  generators?: { body?: Record<string, Generator> };
  metadata?: Record<string, unknown>;
}

/** A pact of version 4, as far as verification reads it. */
export interface Pact {
  consumer: { name: string };
  provider: { name: string };
  interactions: Interaction[];
}

/** What the kit says about an interaction. */
export const kitReferencesOf = ({ comments }: Interaction): KitReferences => comments?.references?.['escrow-kit'] ?? {};

/** Reads a pact. Throws if the file is not a pact. */
export function readPact(file: string): Pact {
  return JSON.parse(readFileSync(file, 'utf8')) as Pact;
}

/** The names of the values that the states of an interaction put into its request. */
export function valueNamesOf({ request }: Interaction): string[] {
  const { path, header = {}, query = {}, body = {} } = request?.generators ?? {};
  const generators = [...(path ? [path] : []), ...[header, query, body].flatMap((part) => Object.values(part))];
  const expressions = generators.map(({ expression = '' }) => expression).join(' ');
  return [...new Set([...expressions.matchAll(/\$\{(\w+)\}/g)].map(([, name = '']) => nameOutsidePath(name)))];
}
