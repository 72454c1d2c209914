import { refuseOldNode } from '@escrow-kit/commands/describe-old-node';
import type { Deployment } from '../deployment/deployment.ts';
import { nodeRange } from '../package/package-manifest.ts';
import { listHiddenRules } from '../pacts/list-hidden-rules.ts';
import { type Pact, readPact } from '../pacts/pact-document.ts';
import { listPactFiles } from '../pacts/pact-files.ts';
import { rulesOf } from '../pacts/rules-of.ts';
import { createReport, type Report } from '../report/report.ts';
import { startPactProcess } from './start-pact-process.ts';
import { verify } from './verify.ts';

/** Options of a verification. */
export interface VerifyDeploymentOptions {
  /** The ids of the rules to check. Default: all of them. */
  rules?: readonly string[];
  /** Called with how many checks have begun, and of how many. */
  onStart?: (count: number, total: number) => void;
  /** Called with the length of each wait after a 429. */
  onWait?: (waitInSeconds: number) => void;
  /** Stops the verification when it aborts. It ends what it started and rejects with the signal's reason. */
  signal?: AbortSignal;
}

/**
 * Verifies the pacts of this package against a deployment, and reports rule by rule. Creates customers and contracts
 * there. A deployment that does not answer breaks every rule. Rejects only if Pact itself can't run, on a Node older than 24.18,
 * or if it is stopped.
 */
export async function verifyDeployment(
  deployment: Deployment,
  { rules = [], onStart, onWait, signal }: VerifyDeploymentOptions = {},
): Promise<Report> {
  refuseOldNode(nodeRange);
  const pacts = listPactFiles().map((file) => ofRules(readPact(file), rules));
  const pactProcess = startPactProcess();
  const stop = () => pactProcess.stop();
  signal?.addEventListener('abort', stop);
  const startedAt = new Date();
  try {
    signal?.throwIfAborted();
    const verification = await verify({ deployment, pacts, pactProcess, onStart, onWait });
    const hiddenRules = rules.length === 0 ? listHiddenRules() : [];
    return createReport(verification, { deployment, asked: rules, hiddenRules, startedAt, endedAt: new Date() });
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener('abort', stop);
    await pactProcess.close();
  }
}

function ofRules(pact: Pact, rules: readonly string[]): Pact {
  if (rules.length === 0) return pact;
  const isAsked = (ids: string[]) => ids.some((id) => rules.includes(id));
  return { ...pact, interactions: pact.interactions.filter((interaction) => isAsked(rulesOf(interaction))) };
}
