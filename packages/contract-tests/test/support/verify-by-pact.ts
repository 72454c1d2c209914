import type { Deployment } from '../../src/deployment/deployment.ts';
import type { Outcome, Verification, VerifiedInteraction } from '../../src/judge/verification.ts';
import { type Interaction, kitReferencesOf, type Pact } from '../../src/pacts/pact-document.ts';
import { openPactProcess } from '../../src/verify/start-pact-process.ts';
import { verify } from '../../src/verify/verify.ts';

/** The limit of a hook that verifies, in milliseconds: long enough for all pacts on a busy machine. */
export const verificationLimitInMs = 900_000;

/** Verifies pacts, without the options of a run. */
export const verifyByPact = (pacts: readonly Pact[], deployment: Deployment): Promise<Verification> =>
  verify({ pacts, pactProcess: openPactProcess(), deployment });

/** The outcome of each interaction, by description. */
export const byDescription = ({ interactions }: Verification): ReadonlyMap<string, VerifiedInteraction> =>
  new Map(interactions.map((interaction) => [interaction.description, interaction]));

/** The outcome of an interaction on a deployment that breaks no rule. An answer that is not shown can't be judged. */
export function wantedOutcome(interaction: Interaction): Outcome {
  return kitReferencesOf(interaction).notCheckable === undefined ? 'held' : 'not checkable';
}
