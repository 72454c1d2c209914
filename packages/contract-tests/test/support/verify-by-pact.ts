import type { Deployment } from '../../src/verify/deployment.ts';
import type { Pact } from '../../src/verify/pact-document.ts';
import { startPactProcess } from '../../src/verify/start-pact-process.ts';
import type { Verification, VerifiedInteraction } from '../../src/verify/verification.ts';
import { verify } from '../../src/verify/verify.ts';

/** Of a hook that verifies, in milliseconds: for all pacts, one interaction after another, on a machine that is busy. */
export const verificationLimitInMs = 900_000;

/** Verifies pacts in a process of Pact that ends afterwards. */
export async function verifyByPact(pacts: readonly Pact[], deployment: Deployment): Promise<Verification> {
  const pactProcess = startPactProcess();
  try {
    return await verify({ pacts, pactProcess, deployment });
  } finally {
    await pactProcess.close();
  }
}

/** What came of each interaction, by its description. */
export const byDescription = ({ interactions }: Verification): ReadonlyMap<string, VerifiedInteraction> =>
  new Map(interactions.map((interaction) => [interaction.description, interaction]));
