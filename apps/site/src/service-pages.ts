import {
  type DocumentedOperation,
  exampleBodyOf,
  findRule,
  listWebhookRequests,
  openApiDocument,
  operations,
  type RetryClass,
  type ServiceOperation,
} from '@escrow-kit/spec';
import GithubSlugger from 'github-slugger';
import type { Page } from './page.ts';
import { curlCommand, exampleAnswerOf, typedCall } from './request-examples.ts';
import { rulesIn } from './rules-in.ts';
import { listFields } from './schema-fields.ts';
import { cell, table } from './table.ts';
import { createWorkflowsPage } from './workflows-page.ts';

/** Creates the reference of the service: a page for each operation with its rules, an overview, and the workflows. */
export function createServicePages(): Page[] {
  const webhooks = listWebhookRequests();
  const pages = [...operations, ...webhooks].map((operation) => ({
    path: pathOf(operation),
    section: 'The service' as const,
    markdown: describeOperation(operation),
  }));
  const overview = { path: 'reference/README.md', section: 'The service' as const, markdown: listAll(webhooks) };
  return [overview, createWorkflowsPage(), ...pages];
}

const pathOf = ({ id }: DocumentedOperation): string => `reference/${id}.md`;

function listAll(webhooks: DocumentedOperation[]): string {
  const { info, tags } = openApiDocument;
  const parts = tags.map(({ name, description }) => {
    const listed = [...operations, ...webhooks].filter(({ definition }) => definition.tags.includes(name));
    if (listed.length === 0) return '';
    const rows = listed.map((operation) => [
      `[${operation.id}](${operation.id}.md)${operation.definition.deprecated ? ', deprecated' : ''}`,
      `\`${operation.method} ${operation.path}\``,
      operation.definition.summary,
    ]);
    return `## ${name}\n\n${description}\n\n${table(['operation', 'request', 'what it does'], rows)}`;
  });
  return `# Operations of the service\n\nFrom ${info.title}, version ${info.version}. [All rules](../spec/rules.md) have their own page, and so have the [workflows](workflows.md).\n\n${parts.join('\n\n')}`;
}

function describeOperation(operation: DocumentedOperation): string {
  const { definition } = operation;
  return [
    `# ${operation.id}`,
    isServed(operation)
      ? `${definition.summary}: \`${operation.method} ${operation.path}\`.`
      : `${definition.summary}.`,
    replacementOf(operation),
    describeExample(operation),
    describeAccess(operation),
    definition.description,
    noteOf(definition['x-not-shown']),
    describeParameters(operation),
    describeBody(operation),
    describeAnswers(operation),
    describeRules(operation),
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** The client's behaviour after a lost answer, by the operation's retry class. */
const afterLoss: Record<RetryClass, string> = {
  read: 'It only reads, so the client may send it again.',
  repeatable: 'It may be repeated, so the client may send it again.',
  write: 'The client does not send it again if it may have arrived.',
};

/** Whether the service serves an operation; it sends the others, the webhooks. */
const isServed = (operation: DocumentedOperation): operation is ServiceOperation => 'host' in operation;

/** Shows a request and its answer; for a webhook, its body. */
function describeExample(operation: DocumentedOperation): string {
  if (!isServed(operation)) {
    const how = 'To receive it, see [@escrow-kit/webhooks](../packages/webhooks/README.md).';
    return `## Example\n\n${asCode(exampleBodyOf(operation))}\n\n${how}`;
  }
  const answer = exampleAnswerOf(operation);
  return [
    '## Example',
    `\`\`\`ts\n${typedCall(operation)}\n\`\`\``,
    `\`\`\`sh\n${curlCommand(operation)}\n\`\`\``,
    answer === undefined ? 'What the service answers is not shown.' : `The service answers:\n\n${asCode(answer)}`,
    'Both requests are for [the mock](../apps/prism-mock/README.md), `npx @escrow-kit/prism-mock`. [The sandbox](../apps/sandbox/README.md) has the port 4020, and ids of its own.',
  ].join('\n\n');
}

/** Describes host, token and retries; for a webhook, who sends it. */
function describeAccess(operation: DocumentedOperation): string {
  if (!isServed(operation)) return 'The service sends this request to the address that its operator has set.';
  const { host, tokenKinds, definition } = operation;
  const tokens = tokenKinds.map((kind) => `\`${kind}\``).join(' or ');
  return `Host: \`${host}\`. Token: ${tokens || 'none'}. ${afterLoss[definition['x-retry'] ?? 'write']}`;
}

function replacementOf({ definition }: DocumentedOperation): string {
  const replacement = definition['x-replaced-by'];
  if (!definition.deprecated) return '';
  return `**Deprecated.**${replacement ? ` Use [${replacement}](${replacement}.md).` : ''}`;
}

const noteOf = (notShown: string | undefined): string => (notShown ? `*Not shown by the service:* ${notShown}` : '');

function describeParameters({ parameters }: DocumentedOperation): string {
  if (parameters.length === 0) return '';
  const rows = parameters.map(({ name, in: place, required, description = '', schema, ...parameter }) => [
    name,
    `${place}${required ? ', required' : ''}`,
    cell(schema.description ?? description),
    [...rulesIn([schema, parameter])].join(', '),
  ]);
  return `## Parameters\n\n${foldNamed('parameter', ['in', 'meaning', 'rules'], rows)}`;
}

function describeBody({ body, mediaType, definition }: DocumentedOperation): string {
  if (!body) return '';
  const rows = listFields(body.schema).map(({ path, type, text, rules }) => [path, type, cell(text), rules.join(', ')]);
  const fields = rows.length > 0 ? foldNamed('field', ['type', 'meaning', 'rules'], rows) : '';
  return [`## Body`, `As \`${mediaType}\`.`, noteOf(definition.requestBody?.['x-not-shown']), fields]
    .filter(Boolean)
    .join('\n\n');
}

/** Folds a table whose rows begin with names. A link to a name, such as `#field-amount`, unfolds it. */
function foldNamed(what: string, head: string[], rows: string[][]): string {
  // Numbers a field that several alternatives have.
  const slugger = new GithubSlugger();
  const linked = rows.map(([name = '', ...cells]) => {
    const id = slugger.slug(`${what}-${name.replaceAll(/\W+/g, '-')}`, true);
    return [`<a id="${id}" href="#${id}">\`${name}\`</a>`, ...cells];
  });
  return fold(count(rows.length, what), [table([what, ...head], linked)]);
}

function describeAnswers({ responses }: DocumentedOperation): string {
  const answers = Object.entries(responses).map(([status, response]) => {
    const [content] = Object.values(response.content ?? {});
    const examples = Object.values(content?.examples ?? {}).map(({ summary, value }) =>
      [summary && `${summary.replace(/\.$/, '')}:`, asCode(value)].filter(Boolean).join('\n\n'),
    );
    const title = `${status}: ${response.description}`;
    return fold(title, [noteOf(response['x-not-shown']), ...examples].filter(Boolean));
  });
  return ['## Answers', ...answers].join('\n\n');
}

const asCode = (value: unknown): string => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;

/** Lists the rules that the operation, its parameters, bodies and answers name. */
function describeRules(operation: DocumentedOperation): string {
  const ids = rulesIn([operation.definition, operation.parameters, operation.body, operation.responses]);
  const rows = [...ids].sort(byNumber).flatMap((id) => {
    const rule = findRule(id);
    return rule ? [[`**${id}**`, cell(rule.text), rule.basis, cell(rule.source ?? rule.reason ?? '')]] : [];
  });
  return `## Rules\n\n${fold(count(rows.length, 'rule'), [table(['id', 'rule', 'basis', 'source or reason'], rows)])}`;
}

/** Folds parts under a title; a title without parts is a paragraph. */
function fold(title: string, parts: string[]): string {
  if (parts.length === 0) return title;
  return `<details><summary>${title}</summary>\n\n${parts.join('\n\n')}\n\n</details>`;
}

const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`;

const byNumber = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true });
