import { refuseOldNode } from '@escrow-kit/commands/describe-old-node';
import type { Deployment } from '../deployment/deployment.ts';
import { nodeRange } from '../package/package-manifest.ts';
import { listHiddenRules } from '../pacts/list-hidden-rules.ts';
import { readPact } from '../pacts/pact-document.ts';
import { listPactFiles } from '../pacts/pact-files.ts';
import { isNarrowed, type Selection, selectInteractions } from '../pacts/selection.ts';
import { createReport, type Report } from '../report/report.ts';
import { startPactProcess } from './start-pact-process.ts';
import { verify } from './verify.ts';

/** Options of a verification, with the checks to make. */
export interface VerifyDeploymentOptions extends Selection {
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
  { onStart, onWait, signal, ...selection }: VerifyDeploymentOptions = {},
): Promise<Report> {
  refuseOldNode(nodeRange);
  const pacts = listPactFiles().map((file) => selectInteractions(readPact(file), selection));
  const pactProcess = startPactProcess();
  const stop = () => pactProcess.stop();
  signal?.addEventListener('abort', stop);
  const startedAt = new Date();
  try {
    signal?.throwIfAborted();
    const verification = await verify({ deployment, pacts, pactProcess, onStart, onWait });
    const hiddenRules = isNarrowed(selection) ? [] : listHiddenRules();
    return createReport(verification, { deployment, selection, hiddenRules, startedAt, endedAt: new Date() });
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener('abort', stop);
    await pactProcess.close();
  }
}
