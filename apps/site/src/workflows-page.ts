import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Page } from './page.ts';
import { cell, table } from './table.ts';

/** The parts of the Arazzo document that the page shows. */
interface Arazzo {
  info: { summary: string };
  workflows: Workflow[];
  components: { inputs: Record<string, Input> };
}

interface Workflow {
  workflowId: string;
  summary: string;
  description?: string;
  inputs: { properties: Record<string, Input & { $ref?: string }> };
  steps: Step[];
  outputs?: Record<string, string>;
}

interface Input {
  description: string;
  default?: string;
}

interface Step {
  stepId: string;
  description: string;
  operationId?: string;
  workflowId?: string;
  parameters?: unknown[];
  requestBody?: unknown;
  successCriteria?: { condition: string; context?: string }[];
  onFailure?: { name?: string; criteria?: { condition: string }[]; 'x-remedy'?: string }[];
  'x-rules'?: string[];
}

/** Creates the page about the workflows: what each takes and returns, and its steps. */
export function createWorkflowsPage(): Page {
  const file = new URL(import.meta.resolve('@escrow-kit/spec/workflows.arazzo.yaml'));
  const { info, workflows, components }: Arazzo = parse(readFileSync(file, 'utf8'));
  const about = `${info.summary} They are an Arazzo document, \`@escrow-kit/spec/workflows.arazzo.yaml\`; [how to run it](../spec/README.md#workflows).`;
  const parts = workflows.map((workflow) => describeWorkflow(workflow, components.inputs));
  return {
    path: 'reference/workflows.md',
    section: 'The service',
    markdown: ['# Workflows', about, ...parts].join('\n\n'),
  };
}

function describeWorkflow(workflow: Workflow, shared: Record<string, Input>): string {
  const { workflowId, summary, description, inputs, steps, outputs } = workflow;
  const taken = Object.entries(inputs.properties).map(([name, input]) => {
    const { description: text, default: value } = shared[input.$ref?.split('/').at(-1) ?? ''] ?? input;
    return [code(name), cell(text), value === undefined ? '' : code(value)];
  });
  const returned = Object.keys(outputs ?? {}).map(code);
  return [
    `## ${workflowId}`,
    `${summary}.`,
    description,
    table(['step', 'call', 'takes from earlier steps', 'rules'], steps.map(describeStep)),
    steps.flatMap(describeOutcomes).join('\n'),
    `${returned.length > 0 ? `It returns ${returned.join(', ')}. ` : ''}Its inputs:`,
    table(['input', 'what it is', 'in the sandbox'], taken),
  ]
    .filter(Boolean)
    .join('\n\n');
}

function describeStep(step: Step): string[] {
  return [
    code(step.stepId),
    step.workflowId
      ? `[${step.workflowId}](#${step.workflowId.toLowerCase()})`
      : `[${step.operationId}](${step.operationId}.md)`,
    takenFromSteps(step).map(code).join(', '),
    (step['x-rules'] ?? []).join(', '),
  ];
}

/** The outputs of earlier steps, such as `register.sellerId`, that the request of a step is made of. */
function takenFromSteps({ parameters, requestBody }: Step): string[] {
  const used = JSON.stringify([parameters, requestBody]).matchAll(/\$steps\.(\w+)\.outputs\.(\w+)/g);
  return [...new Set([...used].map(([, step, output]) => `${step}.${output}`))];
}

/** When a step succeeds, and what to do after a failure, as items of a list. */
function describeOutcomes({ stepId, successCriteria = [], onFailure = [] }: Step): string[] {
  const success = successCriteria.map(({ condition, context }) =>
    context ? `${code(context)} matches ${code(condition)}` : code(condition),
  );
  const failures = onFailure.flatMap(({ criteria = [], 'x-remedy': remedy }) =>
    remedy ? [`- After ${criteria.map(({ condition }) => code(condition)).join(' and ')}: ${remedy}`] : [],
  );
  return [...(success.length > 0 ? [`- ${code(stepId)} succeeds if ${success.join(' and ')}.`] : []), ...failures];
}

const code = (text: string): string => `\`${text}\``;
