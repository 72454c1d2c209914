import type { Control } from '@escrow-kit/sandbox-control';
import {
  exampleBodyOf,
  exampleTokens,
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
import { callOperation, type OperationInput } from '../commands/reach-sandbox.ts';
import { readGuide } from '../package-manifest.ts';
import { redactValue } from '../request-log/redact.ts';
import { inlineReferences, knownSecrets, type Tool } from './tool.ts';

/** What to send to an operation. */
interface OperationCall extends OperationInput {
  operationId: string;
  body?: object;
}

const mostSections = 5;

const shortText = { type: 'string', maxLength: 200 };

const whereIdsAre = 'The examples contain the client ID. get_milestone returns the shortId.';

/** Creates the tools that read the document and the guide, and call operations. `url` is that of the sandbox. */
export function createServiceTools(control: Control, url: string): Tool[] {
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
        'Shows an operation: path, parameters, body schema and complete examples. Read it before call_operation. Copy an example and change only IDs, phone numbers, texts and amounts.',
      properties: { operationId },
      run: ({ operationId: id }: OperationCall) => describeOperation(getOperation(id)),
    },
    {
      name: 'call_operation',
      description:
        'Calls an operation on the sandbox. Token and client secret are filled in. A refusal names the broken rule and what to do.',
      properties: {
        operationId,
        path: { type: 'object', description: `The values of the placeholders in the path. ${whereIdsAre}` },
        query: { type: 'object', additionalProperties: { type: 'string' }, description: whereIdsAre },
        body: { type: 'object', description: 'As read_operation shows it.' },
      },
      required: ['operationId'],
      isWrite: true,
      run: call,
    },
    {
      name: 'explain_rule',
      description: 'Explains a rule by its ID, such as PARTY-3: its text, its basis, and what to send instead.',
      properties: { rule: shortText },
      run: ({ rule }: { rule: string }) => explainRule(rule) ?? { refusal: 'No rule has this ID.' },
    },
    {
      name: 'search_guide',
      description: 'Searches the guide: how to write and test an integration in TypeScript.',
      properties: { words: shortText },
      run: ({ words }: { words: string }) => {
        const index = new MiniSearch({ fields: ['title', 'text'], storeFields: ['page', 'text'] });
        index.addAll(readGuide());
        const found = index.search(words, { prefix: true, boost: { title: 4 } }).slice(0, mostSections);
        return found.map(({ page, text }) => ({ page, text }));
      },
    },
  ];

  async function call({ operationId: id, path, query, body: given }: OperationCall): Promise<object> {
    if (control.tenant !== 'default') throw new Error('Only the tokens of the default tenant are known here.');
    const operation = getOperation(id);
    const sent = given && { ...given, ...secretsFor(operation) };
    const service = { url, tokens: exampleTokens };
    const called = { ...operation, operationId: id, mediaType: operation.mediaType ?? null };
    const answer = await callOperation(service, called, { path, query, body: sent });
    const { content = {} } = responseFor(operation.responses, answer.status) ?? {};
    const schemas = Object.values(content).map(({ schema }) => schema);
    const body = redactValue(answer.body, schemas);
    if (answer.ok) return { status: answer.status, body };
    const { message, field, rule } = Object(body);
    return { status: answer.status, body, refusal: { message, field, rule: explainRule(rule) } };
  }
}

function describeOperation({ method, path, parameters, mediaType, body, definition }: ServiceOperation): object {
  const { responses: _, requestBody: __, parameters: ___, ...about } = definition;
  const { examples, schema = {} } = body ?? {};
  return { method, path, parameters, ...about, mediaType, examples, bodySchema: inlineReferences(schema) };
}

/** The secrets of a body, from the document's example. */
function secretsFor(operation: ServiceOperation): object {
  const example = Object.entries<string>(Object(exampleBodyOf(operation)));
  return Object.fromEntries(example.filter(([, value]) => knownSecrets.includes(value)));
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
