import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { OperationId } from '../../src/document/operations.ts';

/** The parts of `workflows.arazzo.yaml` that the collections use. */
interface Arazzo {
  workflows: readonly Workflow[];
  components: { inputs: Readonly<Record<string, Input>> };
}

export interface Workflow {
  workflowId: string;
  inputs: { properties: Readonly<Record<string, Input | { $ref: string }>> };
  steps: readonly Step[];
  outputs?: Readonly<Record<string, string>>;
}

/** Calls an operation, or runs a workflow. */
export interface Step {
  stepId: string;
  description: string;
  operationId?: OperationId;
  workflowId?: string;
  /** Those without a name refer to a header with a token. */
  parameters?: readonly { name?: string; in?: 'path' | 'query' | 'header'; value?: string }[];
  requestBody?: { payload: unknown };
  outputs?: Readonly<Record<string, string>>;
}

/** An input of a workflow. One with a default is a variable of the collections. */
export interface Input {
  description: string;
  default?: string;
  /** `password` marks a secret. */
  format?: string;
}

const { workflows, components }: Arazzo = parse(
  readFileSync(new URL('../../workflows.arazzo.yaml', import.meta.url), 'utf8'),
);

/** The workflows of the collections, in their order. */
export const collected = ['mainJob', 'requestTicket'] as const;

/** Gets a workflow by its id. Throws if there is none. */
export function getWorkflow(id: string): Workflow {
  const workflow = workflows.find(({ workflowId }) => workflowId === id);
  if (!workflow) throw new Error(`workflows.arazzo.yaml has no workflow ${id}.`);
  return workflow;
}

/** The inputs of a workflow, with their references resolved. */
export function inputsOf({ inputs }: Workflow): [name: string, input: Input][] {
  return Object.entries(inputs.properties).map(([name, input]) => {
    const shared = '$ref' in input ? components.inputs[input.$ref.replace('#/components/inputs/', '')] : input;
    if (!shared) throw new Error(`workflows.arazzo.yaml does not describe the input ${name}.`);
    return [name, shared];
  });
}
