import type { Parameter } from '../../src/document/document.ts';
import { exampleTokens, getOperation, type ServiceOperation } from '../../src/document/operations.ts';
import { exampleVariables, mainJob, type Step, sandboxUrl } from './main-job.ts';

/** A variable of a collection, written as `{{name}}` in its calls. */
export interface Variable {
  name: string;
  value: string;
  description: string;
  isSecret: boolean;
}

/** A call of a collection. */
export interface Call extends Pick<Step, 'name' | 'sets'> {
  method: string;
  /** Starts with the variable of its host. */
  address: string;
  query: { name: string; value: string }[];
  /** The variable with its token; undefined if it needs none. */
  token: string | undefined;
  description: string;
  mediaType: string | undefined;
  body: unknown;
}

/** Reads the calls of the main job, with the document's examples as bodies. */
export function readCalls(): Call[] {
  return mainJob.map(({ name, operation: id, example, path = {}, sets }) => {
    const operation = getOperation(id);
    const { method, host, tokenKinds, mediaType, definition } = operation;
    const [token] = tokenKinds;
    return {
      name,
      ...(sets && { sets }),
      method,
      address: `{{${host}Url}}${operation.path.replaceAll(/\{(\w+)\}/g, (_, placeholder) => `{{${path[placeholder]}}}`)}`,
      query: operation.parameters.filter(isInQuery).map((parameter) => ({
        name: parameter.name,
        value: placeVariables(String(parameter.example)),
      })),
      token: token && `${token}Token`,
      description: definition.description ?? '',
      mediaType,
      body: placeVariables(exampleOf(operation, example)),
    };
  });
}

const isInQuery = (parameter: Parameter): boolean => parameter.in === 'query';

function exampleOf({ id, body }: ServiceOperation, name: string | undefined): unknown {
  const examples = body?.examples ?? {};
  const example = name === undefined ? Object.values(examples)[0] : examples[name];
  if (body && !example) throw new Error(`The document has no example ${name} of ${id}.`);
  return example?.value;
}

/** Replaces values of the examples that differ by run or deployment with variables. */
function placeVariables<Value>(value: Value): Value {
  if (value === undefined) return value;
  const text = exampleVariables.reduce(
    (replaced, variable) => replaced.replaceAll(variable.value, `{{${variable.name}}}`),
    JSON.stringify(value),
  );
  return JSON.parse(text);
}

/** The variables that a user may change, with values for the sandbox. */
export function readVariables(): Variable[] {
  const operations = mainJob.map(({ operation }) => getOperation(operation));
  const hosts = [...new Set(operations.map(({ host }) => host))];
  const tokenKinds = [...new Set(operations.flatMap((operation) => operation.tokenKinds.slice(0, 1)))];
  return [
    ...hosts.map((host) => ({
      name: `${host}Url`,
      value: sandboxUrl,
      description: `The ${host} host.`,
      isSecret: false,
    })),
    ...tokenKinds.map((kind) => ({
      name: `${kind}Token`,
      value: exampleTokens[kind],
      description: `The ${words(kind)} token.`,
      isSecret: true,
    })),
    ...exampleVariables.flatMap(({ name, value, input, isSecret = false }) =>
      input === undefined ? [] : [{ name, value, description: input, isSecret }],
    ),
  ];
}

/** `clientAdmin` as `client admin`. */
const words = (name: string): string => name.replaceAll(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);
