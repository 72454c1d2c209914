import {
  type DocumentedOperation,
  exampleBodyOf,
  findRule,
  listWebhookRequests,
  operations,
  resolveReference,
  type Schema,
  type ServiceOperation,
} from '@escrow-kit/spec';
import type { Page } from './pages.ts';
import { curlCommand, typedCall } from './request-examples.ts';

const section = 'The service';

/** Creates the reference of the service: a page for each operation and each event. */
export function createServicePages(): Page[] {
  return [...operations, ...listWebhookRequests()].map((operation) => ({
    path: `reference/${operation.id}.md`,
    title: operation.id,
    section,
    topic: operation.definition.tags[0],
    markdown: describeOperation(operation),
  }));
}

function describeOperation(operation: DocumentedOperation): string {
  const { id, definition, parameters, body, mediaType, responses } = operation;
  const { description, deprecated, 'x-replaced-by': replacement, requestBody = {} } = definition;
  const fields = [
    ...parameters.map(({ required, ...rest }) =>
      describeField(rest.name, { ...rest, ...rest.schema, type: rest.in }, required),
    ),
    ...(body ? listFields(body.schema) : []),
  ];
  const rows = rulesIn([definition, parameters, body, responses]).map((rule) => {
    const { text = '', basis = '' } = findRule(rule) ?? {};
    return [linkRule(rule), text, basis];
  });
  const parts = [
    `# ${id}`,
    deprecated && `**Deprecated.** Use [${replacement}](${replacement}.md).`,
    isServed(operation) ? introduceCall(operation) : introduceWebhook(operation),
    description,
    noteOf(definition),
    mediaType && `The body is \`${mediaType}\`. ${noteOf(requestBody)}`,
    fields.length > 0 && `## Fields\n\n${table(['field', 'type', 'meaning', 'rules'], fields)}`,
    '## Responses',
    ...Object.entries(responses).flatMap(([status, response]) => [
      `### ${status}: ${response.description}`,
      noteOf(response),
      ...Object.values(response.content ?? {}).flatMap(({ examples }) =>
        Object.values(examples ?? {}).map(({ summary = '', value }) => `${summary}\n\n${asJson(value)}`),
      ),
    ]),
    '## Rules',
    table(['rule', 'text', 'basis'], rows),
  ];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

/** Whether the service serves an operation; it sends the others, the webhooks. */
const isServed = (operation: DocumentedOperation): operation is ServiceOperation => 'host' in operation;

/** Describes host, token and retries, and shows a request. */
function introduceCall(operation: ServiceOperation): string {
  const { method, path, host, tokenKinds, definition } = operation;
  const tokens = tokenKinds.map((kind) => `\`${kind}\``).join(' or ') || 'none';
  const retries = definition['x-retry'] === 'write' ? 'does not retry it if it may have arrived' : 'can retry it';
  return `${definition.summary}: \`${method} ${path}\`.

Host: \`${host}\`. Token: ${tokens}. The client [${retries}](../docs/guide/calls.md#retries-time-out-and-size).

\`\`\`ts
${typedCall(operation)}
\`\`\`

\`\`\`sh
${curlCommand(operation)}
\`\`\`

Both examples call [the mock](../apps/prism-mock/README.md). [The sandbox](../apps/sandbox/README.md) listens on port 4020 and has other IDs.`;
}

function introduceWebhook({ definition, body }: DocumentedOperation): string {
  const receiver = 'To receive it, use [@escrow-kit/webhooks](../packages/webhooks/README.md).';
  return `${definition.summary}. The service sends this request. ${receiver}\n\n${asJson(exampleBodyOf({ body }))}`;
}

/** The rows of a table with every field of a schema, including nested fields and alternatives, in the order of the document. */
function listFields(schema: Schema, path = ''): string[][] {
  const { properties = {}, required = [], items, additionalProperties, oneOf = [], anyOf = [] } = resolved(schema);
  const own = Object.entries(properties).flatMap(([name, property]) => {
    const fieldPath = path ? `${path}.${name}` : name;
    return [describeField(fieldPath, resolved(property), required.includes(name)), ...listFields(property, fieldPath)];
  });
  const inList = items ? listFields(items, `${path}[]`) : [];
  const inMap = typeof additionalProperties === 'object' ? listFields(additionalProperties, `${path}{}`) : [];
  return [...own, ...inList, ...inMap, ...[...oneOf, ...anyOf].flatMap((each) => listFields(each, path))];
}

const resolved = (schema: Schema): Schema => (schema.$ref ? (resolveReference(schema.$ref) as Schema) : schema);

function describeField(path: string, schema: Schema, isRequired: boolean): string[] {
  const { type = 'any', enum: values = schema['x-known-values'], pattern, description, not } = schema;
  const isForbidden = not !== undefined && Object.keys(not).length === 0;
  const meaning = [
    description,
    values && `${schema.enum ? 'One of' : 'Known values:'} ${values.map((value) => `\`${value}\``).join(', ')}.`,
    pattern && `Matches \`${pattern}\`.`,
    noteOf(schema),
  ];
  const own = new Set([...(schema['x-rules'] ?? []), ...Object.values(schema['x-constraints'] ?? {})]);
  return [
    `\`${path}\``,
    isForbidden ? 'must not be sent' : `${type}${isRequired ? ', required' : ''}`,
    meaning.filter(Boolean).join(' '),
    [...own].map(linkRule).join(', '),
  ];
}

/** The ids of all rules that a part of the document names, following references. An example may have keys of any name. */
function rulesIn(part: unknown): string[] {
  const found = new Set<string>();
  JSON.stringify(part, (key, value) => {
    if (key === '$ref') return resolveReference(value);
    if (key === 'x-rules' || key === 'x-constraints') for (const id of Object.values<string>(value)) found.add(id);
    return key === 'value' || key === 'example' ? undefined : value;
  });
  return [...found].sort((one, other) => one.localeCompare(other, 'en', { numeric: true }));
}

const linkRule = (id: string): string => `[${id}](../spec/rules.md#${id.toLowerCase()})`;

const noteOf = ({ 'x-not-shown': note }: { 'x-not-shown'?: string }): string => (note ? `*Not shown:* ${note}` : '');

const asJson = (value: unknown): string => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;

/** A table in Markdown, with each cell on one line. */
function table(head: string[], rows: string[][]): string {
  const cell = (text: string) => text.replaceAll(/\s*\n\s*/g, ' ').replaceAll('|', '\\|');
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.map(cell).join(' | ')} |`).join('\n');
}
