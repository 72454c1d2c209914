import type { CallOptions } from '../options.ts';
import { complete } from '../rules/complete.ts';
import { each } from '../rules/each.ts';
import { isText } from '../rules/is-text.ts';
import { closed, type ValueSchema } from '../rules/value-schema.ts';
import type { FlowOptions } from './flow-options.ts';
import { openSteps, type RunStep } from './open-steps.ts';

/** Creates a flow: it checks its input by a schema, and its options, then runs its steps on a journal. */
export const createJournaledFlow =
  <Input, Result>(
    name: string,
    schema: ValueSchema,
    run: (input: Input, runStep: RunStep, call: CallOptions | undefined) => Promise<Result>,
  ) =>
  async (given: Input, options: FlowOptions): Promise<Result> => {
    const details = { operationId: name };
    const input = complete<Input>(schema, given, details);
    complete(
      closed({
        key: { type: 'string', accepts: isText },
        journal: { properties: each(['load', 'save'], { type: 'function' }) },
        inDoubt: { type: 'object', optional: true },
        call: { type: 'object', optional: true },
      }),
      options,
      details,
      '.options',
    );
    return run(input, await openSteps(name, options), options.call);
  };
