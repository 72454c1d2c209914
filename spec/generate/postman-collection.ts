import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { getOperation, type OperationId, type ServiceOperation } from '../src/document/operations.ts';

/** The parts of `workflows.arazzo.yaml` that the collection uses. An input or output of one name is the same value everywhere. */
interface Arazzo {
  workflows: { workflowId: string; steps: Step[] }[];
  components: { inputs: Record<string, Input> };
}

interface Input {
  description: string;
  default: string;
  format?: 'password';
}

/** Calls an operation, or runs a workflow. */
interface Step {
  description: string;
  operationId?: OperationId;
  workflowId?: string;
  /** Those without a name refer to a header with a token. */
  parameters?: { name?: string; in?: 'path' | 'query' | 'header'; value: string }[];
  requestBody?: { payload: unknown };
  outputs?: Record<string, string>;
}

/** A step that calls an operation. */
type Call = Step & { operation: ServiceOperation };

const { workflows, components }: Arazzo = parse(readFileSync('workflows.arazzo.yaml', 'utf8'));

/** The workflows of the collection, in their order. */
const collected = ['mainJob', 'requestTicket'];

/** The sandbox's default address, used as the default of every host. */
const sandboxUrl = 'http://127.0.0.1:4020';

const description = `Registers a buyer, a seller and the organization's administrator, opens a contract with one milestone, and takes its
payment as far as the checkout. Run the requests in order: each sets variables for the later ones.

The variables are set for the sandbox of escrow-kit on ${sandboxUrl}. For another deployment, change them: the three hosts, the tokens,
the client, the phone numbers and the bank account. Names are in the bodies.

The console of the last request shows the URL for the buyer's browser, where the buyer consents and pays. It signs the buyer in: do not
store or share it. The service shows no call for the next steps. In the sandbox, release and complete the milestone in the dashboard.`;

/** Writes the main job as a Postman collection, version 2.1, which Bruno and others import. */
export function postmanCollection(): string {
  const calls = collected.flatMap((id) => readCalls(id));
  const hosts = calls.map(({ operation: { host } }): [string, Input] => [
    `${host}Url`,
    { description: `The ${host} host.`, default: sandboxUrl },
  ]);
  const inputs = { ...Object.fromEntries(hosts), ...components.inputs };
  const collection = {
    info: {
      name: 'Escrow Contract Service: the main job',
      description,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    item: calls.map(toItem),
    variable: Object.entries(inputs).map(toVariable),
  };
  return `${JSON.stringify(collection, null, 2)}\n`;
}

/** Reads the calls of a workflow and of those that it runs. Inputs that are not given, and outputs, are variables. */
function readCalls(id: string, given: Record<string, string> = {}): Call[] {
  const workflow = workflows.find(({ workflowId }) => workflowId === id);
  if (!workflow) throw new Error(`workflows.arazzo.yaml has no workflow ${id}.`);
  return workflow.steps.flatMap((raw) => {
    const text = JSON.stringify(raw).replaceAll(/\{?\$(?:inputs|steps\.\w+\.outputs)\.(\w+)\}?/g, (_, name: string) =>
      JSON.stringify(given[name] ?? `{{${name}}}`).slice(1, -1),
    );
    const step: Step = JSON.parse(text);
    if (step.operationId) return { ...step, operation: getOperation(step.operationId) };
    const parameters = step.parameters?.flatMap(({ name, value }) => (name ? [[name, value]] : []));
    return readCalls(step.workflowId ?? '', Object.fromEntries(parameters ?? []));
  });
}

const toVariable = ([key, { default: value, format, description: text }]: [string, Input]): object => ({
  key,
  value,
  type: format === 'password' ? 'secret' : 'string',
  description: text,
});

function toItem(call: Call): object {
  const { operation, requestBody, description: name } = call;
  const { method, mediaType, definition, tokenKinds } = operation;
  const [token] = tokenKinds;
  const encoding = encodingScript(call).map((line) => toEvent('prerequest', [line]));
  return {
    name,
    event: [...encoding, toEvent('test', answerScript(call))],
    request: {
      method,
      description: definition.description ?? '',
      auth: token
        ? { type: 'bearer', bearer: [{ key: 'token', value: `{{${token}Token}}`, type: 'string' }] }
        : { type: 'noauth' },
      header: [
        { key: 'Accept', value: 'application/json' },
        ...(mediaType ? [{ key: 'Content-Type', value: mediaType }] : []),
      ],
      url: toUrl(call),
      ...(requestBody && { body: toBody(mediaType, requestBody.payload) }),
    },
  };
}

const toEvent = (listen: 'prerequest' | 'test', exec: string[]): object => ({
  listen,
  script: { type: 'text/javascript', exec },
});

/** Postman does not encode `&` and `#` in a variable of the query, so a script encodes its value first, as a variable of its own. */
const queryOf = ({ parameters = [] }: Step) =>
  parameters
    .filter(({ in: place }) => place === 'query')
    .map(({ name: key = '', value }) => ({
      key,
      value,
      encoded: value.startsWith('{{') ? `encoded_${key}` : undefined,
    }));

const encodingScript = (call: Call): string[] =>
  queryOf(call).flatMap(({ value, encoded }) =>
    encoded
      ? [`pm.collectionVariables.set('${encoded}', encodeURIComponent(pm.variables.replaceIn('${value}')));`]
      : [],
  );

function toUrl(call: Call): object {
  const { operation, parameters = [] } = call;
  const parameterOf = (place: string): string => parameters.find(({ name }) => name === place)?.value ?? '';
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, place: string) => parameterOf(place));
  const host = `{{${operation.host}Url}}`;
  const url = { raw: host + path, host: [host], path: path.split('/').slice(1) };
  const query = queryOf(call).map(({ key, value, encoded }) => ({ key, value: encoded ? `{{${encoded}}}` : value }));
  if (query.length === 0) return url;
  return { ...url, raw: `${url.raw}?${query.map(({ key, value }) => `${key}=${value}`).join('&')}`, query };
}

function toBody(mediaType: string | undefined, payload: unknown): object {
  if (mediaType === 'application/json') {
    const body = typeof payload === 'string' ? JSON.parse(payload) : payload;
    return { mode: 'raw', raw: JSON.stringify(body, null, 2), options: { raw: { language: 'json' } } };
  }
  const fields = Object.entries(payload as Record<string, string>);
  return { mode: 'urlencoded', urlencoded: fields.map(([key, value]) => ({ key, value, type: 'text' })) };
}

/** Sets the variables of the answer. If the call fails, or the answer lacks one of them, the run stops. */
function answerScript({ description: name, outputs = {} }: Call): string[] {
  const variables = Object.entries(outputs).map(([variable, source]) => [variable, pathOf(source)] as const);
  const expected = variables.length > 0 ? `, and the response has ${variables.map(([, path]) => path).join(', ')}` : '';
  return [
    'let isDone = false;',
    `pm.test(${JSON.stringify(`${name}: accepted${expected}`)}, () => {`,
    '  pm.expect(pm.response.code).to.be.within(200, 299);',
    ...(variables.length > 0 ? ['  const answer = pm.response.json();'] : []),
    ...variables.flatMap(([variable, path]) => setterOf(variable, path)).map((line) => `  ${line}`),
    '  isDone = true;',
    '});',
    'if (!isDone) pm.execution.setNextRequest(null);',
  ];
}

/** `$response.body#/data/milestones/0/id` as `data.milestones[0].id`. */
const pathOf = (source: string): string =>
  source
    .replace('$response.body#/', '')
    .replaceAll(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.');

function setterOf(variable: string, path: string): string[] {
  if (variable === 'ticket') {
    // The ticket stays out of the variables, which a tool may store.
    return [
      `pm.expect(answer.${path}).to.be.a('string');`,
      "const checkoutUrl = pm.collectionVariables.get('checkoutUrl');",
      `console.log('URL for the buyer: ' + checkoutUrl + '&ticket=' + encodeURIComponent(answer.${path}));`,
    ];
  }
  const isCheckout = variable === 'checkoutUrl';
  const setShortId = [
    '// The segment after /external/ identifies the payment.',
    `pm.collectionVariables.set('shortId', answer.${path}.match(/\\/external\\/([^/?#]+)/)[1]);`,
  ];
  return [
    `pm.expect(answer.${path}).to.not.equal(undefined);`,
    `pm.expect(String(answer.${path})).to.match(${isCheckout ? '/^https?:.*\\/external\\/[^/?#]/' : '/^[^{[]/'});`,
    `pm.collectionVariables.set('${variable}', answer.${path});`,
    ...(isCheckout ? setShortId : []),
  ];
}
