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

/** The longest wait for one answer and for all checks, in milliseconds. */
export const usualLimits = { timeoutInMs: 30_000, runTimeoutInMs: 600_000 };

/** Options of a verification. */
export interface VerifyOptions extends Pick<SendOptions, 'timeoutInMs' | 'signal'> {
  deployment: Deployment;
  pacts: readonly Pact[];
  /** Default: a new one. */
  secrets?: Secrets;
  /** The longest run, in milliseconds. The report then has the checks made so far. Default: 10 minutes. */
  runTimeoutInMs?: number | undefined;
  /** Called with the number of started checks and the total. */
  onStart?: ((count: number, total: number) => void) | undefined;
}

/**
 * Verifies pacts against a deployment with Pact's verifier, in parallel runs. Creates customers and contracts there. After the signal
 * or the time limit, the checks without a result are not checkable. If Pact's process crashes, they are repeated once. Rejects if Pact
 * cannot run.
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

const crashed: Reason = { kind: 'pact', text: "Pact's verifier crashed twice" };

/** Checks in a run. Short runs share the work evenly, and lose less in a crash. */
const checksOfRun = 5;

/** Deals checks out to runs like cards, which spreads the checks of one operation, because they take equally long. */
function splitIntoShares(checks: readonly Check[]): Check[][] {
  const count = Math.max(Math.ceil(checks.length / checksOfRun), Math.min(checks.length, runsAtOnce));
  return Array.from({ length: count }, (_, run) => checks.filter((_check, index) => index % count === run));
}
