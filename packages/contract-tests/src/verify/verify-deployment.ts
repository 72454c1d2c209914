import { refuseOldNode } from '@escrow-kit/shared/describe-old-node';
import type { Deployment } from '../deployment/deployment.ts';
import { createFreshen, type SignedIn } from '../deployment/fresh-tokens.ts';
import { addInputs, createSecrets } from '../deployment/secrets.ts';
import { nodeRange } from '../package/package-manifest.ts';
import { readKitPacts } from '../pacts/pact-files.ts';
import { type Selection, selectInteractions } from '../pacts/selection.ts';
import { createReport, type Report } from '../report/report.ts';
import { createOwnOrganization, useOrganization } from '../state-handlers/context.ts';
import { checkLimits, type Limits, usualLimits } from './limits.ts';
import { openPactProcess } from './start-pact-process.ts';
import { verify } from './verify.ts';

/** Options of a verification, with the checks to make. */
export interface VerifyDeploymentOptions extends Selection, Partial<Limits> {
  /**
   * How long the given tokens last, and a call that gives new ones, which is made before they expire. In a sandbox, where a run has an
   * organization of its own, it is not. Default: tokens last longer than the run.
   */
  renewal?: Renewal | undefined;
  /** Called with how many checks have begun, and of how many. */
  onStart?: (count: number, total: number) => void;
  /** Called with the length of a wait after a 429, once for all requests that wait. */
  onWait?: (waitInSeconds: number) => void;
  /** Stops the verification when it aborts. */
  signal?: AbortSignal;
}

/** How tokens are renewed. A new one replaces the one of the same credential. */
interface Renewal {
  lifetimeInMs: number;
  /** Resolves with all credentials. If it rejects, the requests that need the token are not checkable. */
  signIn(): Promise<SignedIn>;
}

/**
 * Verifies the pacts of this package against a deployment, and reports rule by rule. Creates customers and contracts there; in a
 * sandbox in an organization of its own, unless a tenant is named. If the run is stopped, what was not checked until then is `not
 * checkable`, and the result `incomplete`; so it is if the deployment does not answer. Rejects only if Pact itself can't run, on
 * a Node older than 24.18, or for a number that is out of range.
 */
export async function verifyDeployment(
  deployment: Deployment,
  {
    concurrency = usualLimits.concurrency,
    timeoutInMs = usualLimits.timeoutInMs,
    runTimeoutInMs = usualLimits.runTimeoutInMs,
    renewal,
    onStart,
    onWait,
    signal,
    ...selection
  }: VerifyDeploymentOptions = {},
): Promise<Report> {
  refuseOldNode(nodeRange);
  checkLimits({ concurrency, timeoutInMs, runTimeoutInMs });
  const pacts = readKitPacts().map((pact) => selectInteractions(pact, selection));
  const startedAt = new Date();
  const organization = await createOwnOrganization(deployment);
  const secrets = createSecrets();
  addInputs(secrets, deployment);
  secrets.add(organization?.credentials.webhookSecret);
  const pactProcess = openPactProcess();
  const stop = createStop(signal, runTimeoutInMs);
  try {
    const used = organization ? useOrganization(deployment, organization) : deployment;
    // The tokens of the run's own organization last.
    const freshen =
      renewal && !organization
        ? createFreshen({ ...renewal, credentials: deployment.credentials }, { ...renewal, onToken: secrets.add })
        : undefined;
    const options = { concurrency, timeoutInMs, secrets, onStart, onWait, signal: stop.signal };
    const verification = await verify({ pacts, pactProcess, deployment: used, freshen, ...options });
    return createReport(verification, { deployment, selection, startedAt, endedAt: new Date() });
  } finally {
    stop.end();
    await Promise.allSettled([pactProcess.close(), organization?.control.deleteTenant()]);
  }
}

/** A signal that aborts with the caller's or after a time, with an error that says which. `end` stops waiting for either. */
function createStop(signal: AbortSignal | undefined, timeoutInMs: number): { signal: AbortSignal; end(): void } {
  const stop = new AbortController();
  const stopForCaller = () => stop.abort(new Error('stopped before its end'));
  if (signal?.aborted) stopForCaller();
  signal?.addEventListener('abort', stopForCaller);
  const timer = setTimeout(() => stop.abort(new Error(`stopped after ${timeoutInMs / 1000} s`)), timeoutInMs);
  return {
    signal: stop.signal,
    end() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stopForCaller);
    },
  };
}
