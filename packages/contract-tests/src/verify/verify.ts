import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Deployment } from '../deployment/deployment.ts';
import { escapeHidden } from '../deployment/escape-hidden.ts';
import { createSecrets, type Secrets } from '../deployment/secrets.ts';
import { createSend } from '../deployment/send.ts';
import { judge } from '../judge/judge.ts';
import type { PactResult } from '../judge/pact-result.ts';
import { settleAlternatives, type Verification } from '../judge/verification.ts';
import type { Interaction, Pact } from '../pacts/pact-document.ts';
import { createStateContext } from '../state-handlers/context.ts';
import { createStateHandlers } from '../state-handlers/create-state-handlers.ts';
import { createEventTrigger } from '../state-handlers/events.ts';
import { createExampleHandlers } from '../state-handlers/example-handlers.ts';
import { type StateName, stateCatalogue } from '../states/catalogue.ts';
import { createProgress, type Progress } from './progress.ts';
import { startProviderServer } from './provider-server.ts';
import { findReason, markerState, narrowPact } from './select-interactions.ts';
import type { PactProcess } from './start-pact-process.ts';

/** Options of a verification. */
export interface VerifyOptions {
  deployment: Deployment;
  pacts: readonly Pact[];
  pactProcess: PactProcess;
  /** Default: a new one. */
  secrets?: Secrets;
  /** How long a state may take to set up, in milliseconds. Default: five minutes. */
  limitInMs?: number;
  /** Called with how many checks have begun, and of how many. */
  onStart?: ((count: number, total: number) => void) | undefined;
  /** Called with the length of each wait after a 429. */
  onWait?: ((waitInSeconds: number) => void) | undefined;
}

/**
 * Verifies pacts against a deployment, HTTP and messages in one run of Pact's verifier. Creates customers and contracts there.
 * Rejects if Pact can't run at all, or if two interactions have the same description. If the deployment does not answer, every
 * check fails.
 */
export async function verify({
  deployment,
  pacts,
  pactProcess,
  secrets = createSecrets(),
  limitInMs = 300_000,
  onStart,
  onWait,
}: VerifyOptions): Promise<Verification> {
  refuseDuplicates(pacts);
  secrets.add(...secretsOf(deployment));
  const send = createSend({ onWait });
  const context = createStateContext(deployment, { secrets, send });
  const events = createEventTrigger(context);
  const handlers = deployment.isStateless ? createExampleHandlers() : createStateHandlers(context, events);
  const checked = pacts.map((pact) => narrowPact(pact, deployment));
  const total = checked.flatMap(({ interactions }) => interactions).length;
  const progress = createProgress(handlers, events, (count) => onStart?.(count, total));
  const server = await startProviderServer(deployment, { secrets, send, handlers: progress });
  const folder = mkdtempSync(join(tmpdir(), 'escrow-contract-tests-'));
  try {
    const pactFiles = checked.flatMap((pact, index) => {
      if (pact.interactions.length === 0) return [];
      const file = join(folder, `${index}.json`);
      writeFileSync(file, JSON.stringify(pact));
      return [file];
    });
    const results = await runPact({ pactFiles, checked, providerUrl: server.url, limitInMs }, pactProcess);
    return toVerification(pacts, { deployment, results, progress, secrets });
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await Promise.all([server.close(), events.close(), context.close()]);
  }
}

/** Results are identified by their description. */
function refuseDuplicates(pacts: readonly Pact[]): void {
  const seen = new Set<string>();
  for (const { description } of pacts.flatMap(({ interactions }) => interactions)) {
    if (seen.has(description)) throw new Error(`Two interactions are called "${description}". Rename one of them.`);
    seen.add(description);
  }
}

/** The inputs that must not be shown: all but the client id, which is in every checkout URL. */
function secretsOf({ credentials, control }: Deployment): (string | undefined)[] {
  const { clientId: _, ...secret } = credentials;
  return [...Object.values(secret), control?.controlToken];
}

async function runPact(
  { pactFiles, checked, ...job }: { pactFiles: string[]; checked: Pact[]; providerUrl: string; limitInMs: number },
  pactProcess: PactProcess,
): Promise<PactResult[]> {
  const [first] = checked;
  if (!first || pactFiles.length === 0) return [];
  const interactions = checked.flatMap((pact) => pact.interactions);
  const messages = interactions.filter(({ type }) => type === 'Asynchronous/Messages');
  return pactProcess.run({
    ...job,
    pactFiles,
    provider: first.provider.name,
    stateNames: [markerState, ...(Object.keys(stateCatalogue) as StateName[])],
    messageNames: messages.map(({ description }) => description),
  });
}

/** What is known after Pact's run. */
interface Found {
  deployment: Deployment;
  results: PactResult[];
  progress: Progress;
  secrets: Secrets;
}

function toVerification(pacts: readonly Pact[], { deployment, results, progress, secrets }: Found): Verification {
  const byDescription = new Map(results.map((result) => [result.description, result]));
  const redact = (text: string) => escapeHidden(secrets.redact(text));
  const toVerified = (interaction: Interaction) => {
    const { description } = interaction;
    const reason = findReason(interaction, deployment);
    const notes = progress.notesOf(description);
    return judge(interaction, { reason, notes, result: byDescription.get(description), redact });
  };
  return {
    interactions: settleAlternatives(
      pacts.flatMap(({ consumer, interactions }) =>
        interactions.map((one) => ({ consumer: consumer.name, ...toVerified(one) })),
      ),
    ),
  };
}
