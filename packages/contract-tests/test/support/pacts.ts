import { type Interaction, type Pact, readKitPacts } from '../../src/pacts/pacts.ts';

/** The pacts of the package. */
export const allPacts: readonly Pact[] = readKitPacts();

/** Their interactions. */
export const allInteractions: readonly Interaction[] = allPacts.flatMap(({ interactions }) => interactions);

/** The pacts with only the wanted interactions. */
export function filterPacts(isWanted: (interaction: Interaction) => boolean): Pact[] {
  return allPacts.map((pact) => ({ ...pact, interactions: pact.interactions.filter(isWanted) }));
}
