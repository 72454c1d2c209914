import { type Interaction, type Pact, readPact } from '../../src/pacts/pact-document.ts';
import { listPactFiles } from '../../src/pacts/pact-files.ts';

/** The pacts of the package. */
export const allPacts: readonly Pact[] = listPactFiles().map(readPact);

/** The pacts with only the wanted interactions. */
export function filterPacts(isWanted: (interaction: Interaction) => boolean): Pact[] {
  return allPacts.map((pact) => ({ ...pact, interactions: pact.interactions.filter(isWanted) }));
}
