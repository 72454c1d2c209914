import type { CallOptions } from '../options.ts';
import { complete } from '../rules/complete.ts';
import { each } from '../rules/each.ts';
import { isText } from '../rules/is-text.ts';
import { closed, type ValueSchema } from '../rules/value-schema.ts';
import type { FlowOptions } from './flow-options.ts';
import { openSteps, type RunStep } from './open-steps.ts';

/** What a journaled flow is. */
export interface JournaledFlow<Input, Result> {
  name: string;
  /** What the input is checked by, before the first step. */
  schema: ValueSchema;
  run: (input: Input, runStep: RunStep, call: CallOptions | undefined) => Promise<Result>;
}

const object: ValueSchema = { type: 'object', optional: true };
const optionsSchema = closed({
  key: { type: 'string', accepts: isText },
  journal: { properties: each(['load', 'save'], { type: 'function' }) },
  inDoubt: object,
  call: object,
});

/** Creates a flow: it checks its input and its options, then runs its steps on a journal. */
export const createJournaledFlow =
  <Input, Result>({ name, schema, run }: JournaledFlow<Input, Result>) =>
  async (given: Input, options: FlowOptions): Promise<Result> => {
    const details = { operationId: name };
    const input = complete<Input>(schema, given, details);
    complete(optionsSchema, options, details, '.options');
    return run(input, await openSteps(name, options), options.call);
  };
