import type { Deployment } from '../../src/deployment/deployment.ts';
import type { Pact } from '../../src/verify/pact-document.ts';
import { type PactProcess, startPactProcess } from '../../src/verify/start-pact-process.ts';
import type { Verification, VerifiedInteraction } from '../../src/verify/verification.ts';
import { verify } from '../../src/verify/verify.ts';

/** Of a hook that verifies, in milliseconds: for all pacts, one interaction after another, on a machine that is busy. */
export const verificationLimitInMs = 900_000;

let pactProcess: PactProcess | undefined;

/** Verifies pacts in a process of Pact that the files of a worker share, and that ends with the worker. */
export function verifyByPact(pacts: readonly Pact[], deployment: Deployment): Promise<Verification> {
  pactProcess ??= startPactProcess();
  return verify({ pacts, pactProcess, deployment });
}

/** What came of each interaction, by its description. */
export const byDescription = ({ interactions }: Verification): ReadonlyMap<string, VerifiedInteraction> =>
  new Map(interactions.map((interaction) => [interaction.description, interaction]));
