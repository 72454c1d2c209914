import { refuseOldNode } from '@escrow-kit/commands/describe-old-node';
import type { Deployment } from '../deployment/deployment.ts';
import { nodeRange } from '../package/package-manifest.ts';
import { listHiddenRules } from '../pacts/list-hidden-rules.ts';
import { readOwnPacts } from '../pacts/own-pacts.ts';
import { readPact } from '../pacts/pact-document.ts';
import { listPactFiles } from '../pacts/pact-files.ts';
import { isNarrowed, type Selection, selectInteractions } from '../pacts/selection.ts';
import { createReport, type Report } from '../report/report.ts';
import { checkLimits, type Limits, usualLimits } from './limits.ts';
import { startPactProcess } from './start-pact-process.ts';
import { verify } from './verify.ts';

/** Options of a verification, with the checks to make. */
export interface VerifyDeploymentOptions extends Selection, Partial<Limits> {
  /** Files of pacts of your own, which are verified besides the selected checks. Default: none. */
  pacts?: readonly string[];
  /** Called with how many checks have begun, and of how many. */
  onStart?: (count: number, total: number) => void;
  /** Called with the length of each wait after a 429. */
  onWait?: (waitInSeconds: number) => void;
  /** Stops the verification when it aborts. */
  signal?: AbortSignal;
}

/**
 * Verifies the pacts of this package against a deployment, and reports rule by rule. Creates customers and contracts
 * there. If it is stopped, what was not checked until then is `not checkable`, and the result `incomplete`. A deployment that
 * does not answer breaks every rule. Rejects only if Pact itself can't run, on a Node older than 24.18, for a number that is
 * out of range, or for a file of `pacts` that can't be verified: the message names the interaction and the remedy.
 */
export async function verifyDeployment(
  deployment: Deployment,
  {
    pacts: ownFiles = [],
    concurrency = usualLimits.concurrency,
    timeoutInMs = usualLimits.timeoutInMs,
    runTimeoutInMs = usualLimits.runTimeoutInMs,
    onStart,
    onWait,
    signal,
    ...selection
  }: VerifyDeploymentOptions = {},
): Promise<Report> {
  refuseOldNode(nodeRange);
  checkLimits({ concurrency, timeoutInMs, runTimeoutInMs });
  const ownPacts = readOwnPacts(ownFiles);
  const pacts = [...listPactFiles().map((file) => selectInteractions(readPact(file), selection)), ...ownPacts];
  const pactProcess = startPactProcess();
  const stop = new AbortController();
  const stopByCaller = () => stop.abort(new Error('stopped before its end'));
  if (signal?.aborted) stopByCaller();
  signal?.addEventListener('abort', stopByCaller);
  const timer = setTimeout(() => stop.abort(new Error(`stopped after ${runTimeoutInMs / 1000} s`)), runTimeoutInMs);
  const startedAt = new Date();
  try {
    const options = { concurrency, timeoutInMs, onStart, onWait, signal: stop.signal };
    const verification = await verify({ deployment, pacts, pactProcess, ...options });
    const hiddenRules = isNarrowed(selection) ? [] : listHiddenRules();
    return createReport(verification, { deployment, selection, hiddenRules, startedAt, endedAt: new Date() });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stopByCaller);
    await pactProcess.close();
  }
}
