import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Deployment } from '../deployment/deployment.ts';
import { createSecrets, type Secrets } from '../deployment/secrets.ts';
import { createSend, type SendOptions } from '../deployment/send.ts';
import { escapeHidden } from '../deployment/text.ts';
import { judge, type PactResult } from '../judge/judge.ts';
import type { Reason, Verification } from '../judge/verification.ts';
import type { Pact } from '../pacts/pacts.ts';
import { createStateContext } from '../states/context.ts';
import { findReason } from './find-reason.ts';
import { type Check, startProviderServer } from './provider-server.ts';
import { runPact, runsAtOnce, writePact } from './run-pact.ts';

/** How long one answer and all checks may take, in milliseconds. */
export const usualLimits = { timeoutInMs: 30_000, runTimeoutInMs: 600_000 };

/** Options of a verification. */
export interface VerifyOptions extends Pick<SendOptions, 'timeoutInMs' | 'signal'> {
  deployment: Deployment;
  pacts: readonly Pact[];
  /** Default: a new one. */
  secrets?: Secrets;
  /** How long all checks may take, in milliseconds. Then those made so far are reported. Default: 10 minutes. */
  runTimeoutInMs?: number | undefined;
  /** Called with how many checks have begun, and of how many. */
  onStart?: ((count: number, total: number) => void) | undefined;
}

/**
 * Verifies pacts against a deployment by Pact's verifier, in several runs side by side. Creates customers and contracts there. After the
 * signal or the time, the checks without a result are not checkable. If Pact's process crashes, they are made once more. Rejects if Pact
 * can't run at all.
 */
export async function verify({
  deployment,
  pacts,
  secrets = createSecrets(),
  timeoutInMs,
  runTimeoutInMs = usualLimits.runTimeoutInMs,
  onStart,
  signal: stop,
}: VerifyOptions): Promise<Verification> {
  const limit = AbortSignal.timeout(runTimeoutInMs);
  const signal = AbortSignal.any(stop ? [stop, limit] : [limit]);
  const send = createSend({ timeoutInMs, redact: secrets.redact, signal });
  const context = createStateContext(deployment, { secrets, send, signal });
  const checks = pacts.flatMap(({ consumer, interactions }) =>
    interactions.map((interaction): Check => {
      const evidence = { values: {}, reason: findReason(interaction, deployment) };
      return { interaction, consumer: consumer.name, evidence };
    }),
  );
  const possible = checks.filter(({ evidence }) => !evidence.reason);
  const begun = new Set<Check>();
  const server = await startProviderServer(context, (check) => {
    if (begun.has(check)) return;
    begun.add(check);
    onStart?.(begun.size, possible.length);
  });
  const folder = mkdtempSync(join(tmpdir(), 'escrow-contract-tests-'));
  const open = new Set(possible);
  const attempt = async (): Promise<void> => {
    if (open.size === 0 || signal.aborted) return;
    const shares = splitIntoShares([...open]);
    const runs = shares.map((share) => ({
      providerUrl: server.open(share),
      pactFiles: share.map((check) => writePact(folder, check)),
    }));
    const onResults = (run: number, results: readonly PactResult[]) => {
      for (const check of shares[run] ?? []) {
        open.delete(check);
        check.evidence.result = results.find(({ description }) => description === check.interaction.description);
      }
    };
    await runPact(runs, { folder, signal, onResults });
  };
  try {
    await attempt();
    await attempt();
    const stopText = limit.aborted ? `stopped after ${runTimeoutInMs / 1000} s` : 'stopped before its end';
    const reason: Reason = signal.aborted ? { kind: 'stopped', text: stopText } : crashed;
    for (const check of open) check.evidence = { values: {}, reason };
    const redact = (text: string) => escapeHidden(secrets.redact(text));
    return { interactions: checks.map(({ interaction, ...rest }) => judge(interaction, { ...rest, redact })) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await Promise.all([server.close(), context.close()]);
  }
}

const crashed: Reason = { kind: 'pact', text: "Pact's verifier ended unexpectedly, twice" };

/** How many checks a run has. Short runs leave none alone at the end, and lose less if the process ends. */
const checksOfRun = 5;

/** Deals checks out to runs like cards, so that checks of one operation, which take equally long, are spread. */
function splitIntoShares(checks: readonly Check[]): Check[][] {
  const count = Math.max(Math.ceil(checks.length / checksOfRun), Math.min(checks.length, runsAtOnce));
  return Array.from({ length: count }, (_, run) => checks.filter((_check, index) => index % count === run));
}
