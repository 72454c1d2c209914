import { listPactFiles } from '../../src/pact-files.ts';
import { type Interaction, type Pact, readPact } from '../../src/verify/pact-document.ts';

/** The pacts of the package. */
export const allPacts: readonly Pact[] = listPactFiles().map(readPact);

/** The pacts with only the wanted interactions. */
export function filterPacts(isWanted: (interaction: Interaction) => boolean): Pact[] {
  return allPacts.map((pact) => ({ ...pact, interactions: pact.interactions.filter(isWanted) }));
}
