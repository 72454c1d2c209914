import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Deployment } from '../deployment/deployment.ts';
import { escapeHidden } from '../deployment/escape-hidden.ts';
import { createSecrets, type Secrets } from '../deployment/secrets.ts';
import { createSend, type SendOptions } from '../deployment/send.ts';
import { type Evidence, judge } from '../judge/judge.ts';
import { type Reason, settleAlternatives, type Verification } from '../judge/verification.ts';
import type { Interaction, Pact } from '../pacts/pact-document.ts';
import { createStateContext, type StateContext } from '../state-handlers/context.ts';
import { createStateHandlers } from '../state-handlers/create-state-handlers.ts';
import { createEventTrigger } from '../state-handlers/events.ts';
import { findReason } from './find-reason.ts';
import { usualLimits } from './limits.ts';
import { createProgress } from './progress.ts';
import { type ProviderServer, startProviderServer } from './provider-server.ts';
import { type PactProcess, PactProcessEndedError } from './start-pact-process.ts';

/** Options of a verification. */
export interface VerifyOptions extends Pick<SendOptions, 'timeoutInMs' | 'freshen' | 'onWait' | 'signal'> {
  deployment: Deployment;
  pacts: readonly Pact[];
  pactProcess: PactProcess;
  /** How many checks are made at once. */
  concurrency?: number;
  /** Default: a new one. */
  secrets?: Secrets;
  /** Called with how many checks have begun, and of how many. */
  onStart?: ((count: number, total: number) => void) | undefined;
}

/** What is known about a check: why it was not made, or what came of it. */
type Found = Omit<Evidence, 'redact'>;

const notMade = (reason: Reason): Found => ({ notes: { problems: [], values: {}, reason }, result: undefined });

/**
 * Verifies pacts against a deployment, each interaction by a run of Pact's verifier, several at once. Creates customers and
 * contracts there. If the signal aborts, with an error that says why, the checks that have not ended are not checkable. Rejects if Pact
 * can't run at all.
 */
export async function verify({
  deployment,
  pacts,
  pactProcess,
  secrets = createSecrets(),
  concurrency = usualLimits.concurrency,
  timeoutInMs,
  freshen,
  onStart,
  onWait,
  signal,
}: VerifyOptions): Promise<Verification> {
  const send = createSend({ timeoutInMs, freshen, onWait, redact: secrets.redact, signal });
  const context = createStateContext(deployment, { secrets, send, signal });
  const server = await startProviderServer(context);
  const folder = mkdtempSync(join(tmpdir(), 'escrow-contract-tests-'));
  const checks = pacts.flatMap((pact) => pact.interactions.map((interaction): Check => ({ pact, interaction })));
  const found = new Map<Check, Found>();
  for (const check of checks) {
    const reason = findReason(check.interaction, deployment);
    if (reason) found.set(check, notMade(reason));
  }
  const possible = checks.filter((check) => !found.has(check));
  const open = possible.entries();
  const work = async (): Promise<void> => {
    for (const [index, check] of open) {
      if (signal?.aborted) return;
      onStart?.(index + 1, possible.length);
      const pactFile = join(folder, `${index}.json`);
      const one = await runCheck(check, { pactFile, context, server, pactProcess, signal });
      // What ended after the stop may have failed because of it.
      if (!signal?.aborted) found.set(check, one);
    }
  };
  const stopped = signal ? once(signal, 'abort') : new Promise(() => {});
  try {
    await Promise.race([Promise.all(Array.from({ length: concurrency }, work)), stopped]);
    const stop = notMade({ kind: 'stopped', text: (signal?.reason as Error | undefined)?.message ?? 'stopped' });
    const redact = (text: string) => escapeHidden(secrets.redact(text));
    const judged = checks.map((check) => ({
      consumer: check.pact.consumer.name,
      ...judge(check.interaction, { ...(found.get(check) ?? stop), redact }),
    }));
    return { interactions: settleAlternatives(judged) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await Promise.all([server.close(), context.close()]);
  }
}

interface Check {
  pact: Pact;
  interaction: Interaction;
}

interface CheckContext {
  /** Where to write its pact. */
  pactFile: string;
  context: StateContext;
  server: ProviderServer;
  pactProcess: PactProcess;
  signal: AbortSignal | undefined;
}

/** Makes a check. If that ends Pact's process, or another check does, makes it again in a process of its own. */
async function runCheck(
  { pact, interaction }: Check,
  { pactFile, context, server, pactProcess, signal }: CheckContext,
): Promise<Found> {
  writeFileSync(pactFile, JSON.stringify({ ...pact, interactions: [interaction] }));
  const attempt = async (run: PactProcess['run']): Promise<Found> => {
    const events = createEventTrigger(context);
    const progress = createProgress(createStateHandlers(context, events), events);
    const result = await run({ pactFile, providerUrl: server.open(progress) });
    return { notes: progress.notes, result };
  };
  const isEnd = (error: unknown) => error instanceof PactProcessEndedError;
  try {
    return await attempt(pactProcess.run);
  } catch (error) {
    if (!isEnd(error) || signal?.aborted) throw error;
    return await attempt(pactProcess.runAlone).catch((again: unknown) => {
      if (!isEnd(again)) throw again;
      return notMade({ kind: 'pact', text: "Pact's verifier ended unexpectedly, twice" });
    });
  }
}
