import { createRequire } from 'node:module';
import { openApiDocument } from '@escrow-kit/spec';
import { createLogger } from '@stoplight/prism-core';
import { createInstance, getHttpOperationsFromSpec, type IHttpRequest } from '@stoplight/prism-http';
import { getHttpConfigFromRequest } from '@stoplight/prism-http-server/dist/getHttpConfigFromRequest.js';
import { serialize } from '@stoplight/prism-http-server/dist/serialize.js';
import type { MockRequest } from './mock-request.ts';
import { parseBody } from './parse-body.ts';
import type { Reason } from './refusal.ts';

/** Prism exports its router as a CommonJS default, which Node and bundlers read differently where it is imported. */
const router = createRequire(import.meta.url)('@stoplight/prism-http/dist/router/index.js') as PrismRouter;
type PrismRouter = typeof import('@stoplight/prism-http/dist/router/index.js', { with: {
  'resolution-mode': 'require',
}});

/** What Prism's router finds: an operation, in Prism's own form. */
type PrismOperation = Awaited<ReturnType<typeof getHttpOperationsFromSpec>>[number];

/** What a caller or this mock wants of the answer. */
export interface Preferences {
  code?: number | undefined;
  exampleKey?: string | undefined;
  dynamic?: boolean | undefined;
  seed?: string | undefined;
}

/** What Prism answers. */
interface PrismAnswer {
  status: number;
  headers: Record<string, string>;
  body: string | undefined;
  /** What Prism's own validation says of request and response. */
  diagnostics: Reason[];
}

/** The parts of Prism that the mock uses. Each throws Prism's own errors, such as the one for an unknown path. */
export interface Prism {
  findOperation(request: MockRequest): PrismOperation;
  /** Reads the `Prefer` header, or `__code` and its like in the query. */
  readPreferences(request: MockRequest): Preferences;
  /** Without `validate`, Prism answers what is preferred, whatever the request looks like. */
  answer(
    request: MockRequest,
    operation: PrismOperation,
    options: { preferences: Preferences; validate: boolean },
  ): Promise<PrismAnswer>;
}

/** Loads the document into Prism. Nothing is logged: Prism's log would hold tokens and bodies. */
export async function createPrism(): Promise<Prism> {
  // Prism resolves the references of the document in place.
  const operations = await getHttpOperationsFromSpec(structuredClone(openApiDocument));
  const unvalidated = {
    isProxy: false,
    checkSecurity: false,
    validateRequest: false,
    validateResponse: true,
    errors: false,
    upstreamProxy: undefined,
    mock: { dynamic: false },
  } as const;
  const prism = createInstance(unvalidated, { logger: createLogger('mock', { level: 'silent' }) });

  return {
    findOperation: (request) => unwrap(router.default({ resources: operations, input: toPrismRequest(request) })),
    readPreferences: (request) => unwrap(getHttpConfigFromRequest(toPrismRequest(request))),
    async answer(request, operation, { preferences, validate }) {
      const mock = {
        ...withoutUndefined(preferences),
        dynamic: preferences.dynamic ?? false,
        mediaTypes: [...mediaTypes],
      };
      const config = { ...unvalidated, checkSecurity: validate, validateRequest: validate, mock };
      const input = { ...toPrismRequest(request), body: toPrismBody(request) };
      const { output, validations } = unwrap(await prism.request(input, [operation], config)());
      return toAnswer(output, [...locate('request', validations.input), ...locate('response', validations.output)]);
    },
  };
}

/** The document has answers in JSON only; Prism turns some `Accept` headers into a 500. */
const mediaTypes = ['application/json', '*/*'];

function toPrismRequest({ method, path, query, headers }: MockRequest): IHttpRequest {
  return {
    method: method.toLowerCase() as IHttpRequest['method'],
    url: { path, query },
    headers: headers as Record<string, string>,
  };
}

/** Prism wants JSON parsed, and reads a form by itself. */
function toPrismBody(request: MockRequest): unknown {
  if (request.text === '') return null;
  return request.mediaType === 'application/json' ? parseBody(request)?.value : request.text;
}

function unwrap<T>(either: { _tag: 'Left'; left: Error } | { _tag: 'Right'; right: T }): T {
  if (either._tag === 'Left') throw either.left;
  return either.right;
}

function withoutUndefined(preferences: Preferences): { [Name in keyof Preferences]?: NonNullable<Preferences[Name]> } {
  return Object.fromEntries(Object.entries(preferences).filter(([, value]) => value !== undefined));
}

function toAnswer(
  output: { statusCode: number; headers?: object; body?: unknown },
  diagnostics: Reason[],
): PrismAnswer {
  // Prism gives null for a header without an example.
  const headers = Object.entries(output.headers ?? {}).filter(([, value]) => value !== null && value !== undefined);
  const named = new Map(headers.map(([name, value]) => [name.toLowerCase(), String(value)]));
  const body = serialize(output.body, named.get('content-type')) as string | undefined;
  return { status: output.statusCode, headers: Object.fromEntries(named), body, diagnostics };
}

function locate(part: string, diagnostics: { path?: string[]; message: string }[]): Reason[] {
  return diagnostics.map(({ path = [], message }) => ({ location: [part, ...path], message }));
}
