import { type StateName, stateCatalogue } from '../states/catalogue.ts';
import { type StateHandlers, type StateValueName, valueExamples } from '../states/values.ts';

/** Handlers for a mock, which has no state: they set up nothing and return the example values of the pacts. */
export function createExampleHandlers(): StateHandlers {
  const values: Readonly<Record<StateValueName, unknown>> = valueExamples;
  const names = Object.keys(stateCatalogue) as StateName[];
  return Object.fromEntries(names.map((name) => [name, async () => values])) as unknown as StateHandlers;
}
