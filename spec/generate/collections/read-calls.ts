import { getOperation, type OperationId } from '../../src/document/operations.ts';
import { collected, getWorkflow, inputsOf, type Step } from './workflows.ts';

/** The sandbox's default address, used as the default of every host. */
export const sandboxUrl = 'http://127.0.0.1:4020';

/** A variable of a collection, written as `{{name}}` in its calls. */
export interface Variable {
  name: string;
  value: string;
  description: string;
  isSecret: boolean;
}

/** A call of a collection. */
export interface Call {
  name: string;
  operation: OperationId;
  method: string;
  /** Starts with the variable of its host. */
  address: string;
  query: { name: string; value: string }[];
  /** The variable with its token; undefined if it needs none. */
  token: string | undefined;
  description: string;
  mediaType: string | undefined;
  body: unknown;
  /** The variables that the answer sets, each with the path to its value, such as `data.milestones[0].id`. */
  sets: Readonly<Record<string, string>>;
}

/** Texts by name; a text may hold variables. */
type Texts = Readonly<Record<string, string>>;

/** Reads the calls of the main job from the workflows. */
export const readCalls = (): Call[] => collected.flatMap((id) => readWorkflow(id).calls);

/** Reads the calls of a workflow and of those that it runs. Inputs that are not given are variables. */
function readWorkflow(id: string, given: Texts = {}): { calls: Call[]; outputs: Texts } {
  const workflow = getWorkflow(id);
  const known = new Map(inputsOf(workflow).map(([name]) => [`$inputs.${name}`, given[name] ?? variable(name)]));
  const calls = workflow.steps.flatMap((step) => {
    if (!step.workflowId) {
      for (const name of Object.keys(step.outputs ?? {})) known.set(outputOf(step, name), variable(name));
      return [readCall(step, known)];
    }
    const inner = readWorkflow(step.workflowId, Object.fromEntries(parametersOf(step, known)));
    for (const [name, expression] of Object.entries(step.outputs ?? {})) {
      known.set(outputOf(step, name), inner.outputs[expression.replace('$outputs.', '')] ?? '');
    }
    return inner.calls;
  });
  return { calls, outputs: fill(workflow.outputs ?? {}, known) };
}

const variable = (name: string): string => `{{${name}}}`;

const outputOf = ({ stepId }: Step, name: string): string => `$steps.${stepId}.outputs.${name}`;

/** Replaces the expressions of inputs and outputs, within braces or alone. */
function fill<Value>(value: Value, known: ReadonlyMap<string, string>): Value {
  const text = JSON.stringify(value).replaceAll(/\{?(\$(?:inputs|steps)\.[\w.]+)\}?/g, (_, expression: string) => {
    const found = known.get(expression);
    if (found === undefined) throw new Error(`workflows.arazzo.yaml sets nothing as ${expression}.`);
    return JSON.stringify(found).slice(1, -1);
  });
  return JSON.parse(text);
}

function parametersOf({ parameters = [] }: Step, known: ReadonlyMap<string, string>): [string, string][] {
  return parameters.flatMap(({ name, value = '' }) => (name ? [[name, fill(value, known)] as [string, string]] : []));
}

function readCall(step: Step, known: ReadonlyMap<string, string>): Call {
  const { description: name, operationId, parameters = [], requestBody, outputs = {} } = step;
  if (!operationId) throw new Error(`The step ${step.stepId} of workflows.arazzo.yaml calls nothing.`);
  const operation = getOperation(operationId);
  const values = new Map(parametersOf(step, known));
  const payload = requestBody && fill(requestBody.payload, known);
  const [token] = operation.tokenKinds;
  return {
    name,
    operation: operationId,
    method: operation.method,
    address: `{{${operation.host}Url}}${operation.path.replaceAll(/\{(\w+)\}/g, (_, place) => values.get(place) ?? '')}`,
    query: parameters.flatMap((parameter) =>
      parameter.in === 'query' && parameter.name
        ? [{ name: parameter.name, value: values.get(parameter.name) ?? '' }]
        : [],
    ),
    token: token && `${token}Token`,
    description: operation.definition.description ?? '',
    mediaType: operation.mediaType,
    body: typeof payload === 'string' ? JSON.parse(payload) : payload,
    sets: Object.fromEntries(Object.entries(outputs).map(([output, source]) => [output, pathOf(source)])),
  };
}

/** `$response.body#/data/milestones/0/id` as `data.milestones[0].id`. */
function pathOf(source: string): string {
  return source
    .replace('$response.body#/', '')
    .replaceAll(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.');
}

/** The variables that a user may change, with values for the sandbox. */
export function readVariables(): Variable[] {
  const hosts = new Set(readCalls().map(({ operation }) => getOperation(operation).host));
  const inputs = new Map(collected.flatMap((id) => inputsOf(getWorkflow(id))));
  return [
    ...[...hosts].map((host) => ({
      name: `${host}Url`,
      value: sandboxUrl,
      description: `The ${host} host.`,
      isSecret: false,
    })),
    ...[...inputs].flatMap(([name, { description, default: value, format }]) =>
      value === undefined ? [] : [{ name, value, description, isSecret: format === 'password' }],
    ),
  ];
}
