import type { Deployment } from '../../src/deployment/deployment.ts';
import type { Verification } from '../../src/judge/verification.ts';
import type { Pact } from '../../src/pacts/pacts.ts';
import { verify } from '../../src/verify/verify.ts';

/** The limit of a hook that verifies, in milliseconds: long enough for all pacts on a busy machine. */
export const verificationLimitInMs = 900_000;

/** Verifies pacts, without the options of a run. */
export const verifyByPact = (pacts: readonly Pact[], deployment: Deployment): Promise<Verification> =>
  verify({ pacts, deployment });
