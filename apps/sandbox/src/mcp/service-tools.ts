import type { Control } from '@escrow-kit/sandbox-control';
import {
  exampleBodyOf,
  exampleTokens,
  fillPath,
  findRule,
  getOperation,
  groundsOf,
  mainRuleOf,
  openApiDocument,
  operations,
  responseFor,
  rules,
  type Schema,
  type ServiceOperation,
} from '@escrow-kit/spec';
import MiniSearch from 'minisearch';
import { readGuide } from '../package-manifest.ts';
import { redactValue } from '../request-log/redact.ts';
import { inlineReferences, knownSecrets, type Tool } from './tool.ts';

/** What to send to an operation. */
interface OperationCall extends Partial<Record<'path' | 'query' | 'body', Record<string, string>>> {
  operationId: string;
}

const mostSections = 5;

/** Creates the tools that read the document and the guide, and call operations. `send` reaches the sandbox of `control`. */
export function createServiceTools(control: Control, send: typeof fetch): Tool[] {
  const operationId = { type: 'string', enum: operations.map(({ id }) => id) };
  return [
    {
      name: 'list_operations',
      description: 'Begin here. Lists the operations of the escrow service, in the order of an integration.',
      properties: {},
      run: () => operations.map(({ id, definition }) => `${id}: ${definition.summary}`),
    },
    {
      name: 'read_operation',
      description:
        'Shows an operation: path, parameters, schema of the body, whole examples. Read it before call_operation, and keep to an example: change only ids, phones, texts and amounts.',
      properties: { operationId },
      run: ({ operationId: id }: OperationCall) => describeOperation(getOperation(id)),
    },
    {
      name: 'call_operation',
      description:
        'Calls an operation on the sandbox, as a backend would; token and client secret are filled in. A refusal names the rule that was broken, and what to do.',
      properties: {
        operationId,
        path: { type: 'object', description: 'The values of the placeholders in the path.' },
        query: { type: 'object', additionalProperties: { type: 'string' } },
        body: { type: 'object', description: 'As read_operation shows it.' },
      },
      required: ['operationId'],
      isWrite: true,
      run: callOperation,
    },
    {
      name: 'explain_rule',
      description: 'Explains a rule by its id, such as PARTY-3: its text, what it rests on, and what to send instead.',
      properties: { rule: { type: 'string' } },
      run: ({ rule }: { rule: string }) => explainRule(rule) ?? { refusal: 'No rule has this id.' },
    },
    {
      name: 'search_guide',
      description: 'Finds sections of the guide by words: how to write and test an integration in TypeScript.',
      properties: { words: { type: 'string' } },
      run: ({ words }: { words: string }) => {
        const index = new MiniSearch({ fields: ['title', 'text'], storeFields: ['page', 'text'] });
        index.addAll(readGuide());
        const found = index.search(words, { prefix: true, boost: { title: 4 } }).slice(0, mostSections);
        return found.map(({ page, text }) => ({ page, text }));
      },
    },
  ];

  async function callOperation({ operationId: id, path = {}, query, body }: OperationCall): Promise<object> {
    if (control.tenant !== 'default') throw new Error('Only the tokens of the default tenant are known here.');
    const operation = getOperation(id);
    const [kind] = operation.tokenKinds;
    const response = await send(`${fillPath(operation.path, path)}?${new URLSearchParams(query)}`, {
      method: operation.method,
      headers: {
        ...(kind && { authorization: `Bearer ${exampleTokens[kind]}` }),
        ...(body && operation.mediaType && { 'content-type': operation.mediaType }),
      },
      ...(body && { body: encode(operation, body) }),
    });
    const { content = {} } = responseFor(operation.responses, response.status) ?? {};
    const schemas = Object.values(content).map(({ schema }) => schema);
    const answer = { status: response.status, body: redactValue(await response.json().catch(() => null), schemas) };
    if (response.ok) return answer;
    const [logged] = (await control.requests({ operationId: id, limit: 1 })).requests;
    return { ...answer, refusal: { requestId: logged?.id, message: logged?.message, rule: explainRule(logged?.rule) } };
  }
}

function describeOperation({ method, path, parameters, mediaType, body, definition }: ServiceOperation): object {
  const { responses: _, requestBody: __, parameters: ___, ...about } = definition;
  const { examples, schema = {} } = body ?? {};
  return { method, path, parameters, ...about, mediaType, examples, bodySchema: inlineReferences(schema) };
}

/** The text of a body. Takes the secrets from the document's example. */
function encode(operation: ServiceOperation, given: Record<string, string>): string {
  const example = Object.entries<string>(Object(exampleBodyOf(operation)));
  const secrets = example.filter(([, value]) => knownSecrets.includes(value));
  const body = { ...given, ...Object.fromEntries(secrets) };
  return operation.mediaType === 'application/json' ? JSON.stringify(body) : String(new URLSearchParams(body));
}

/** A rule with what it rests on and what the document says to send instead. Undefined if there is none. */
export function explainRule(id: string | null = null): object | undefined {
  const rule = id && findRule(id);
  if (!rule) return undefined;
  const remedies = new Set<string>();
  JSON.stringify(openApiDocument, (_key, node) => {
    const { 'x-remedy': remedy, 'x-rules': [main] = [], 'x-constraints': others = {} }: Schema = Object(node);
    if (remedy && [main, ...Object.values(others)].includes(id)) remedies.add(remedy);
    return node;
  });
  const constraints = Object.keys(rules).filter((other) => other !== id && mainRuleOf(other) === id);
  return { id, ...rule, heldBy: undefined, grounds: groundsOf(id), remedies: [...remedies], constraints };
}
