import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { refuseOldNode } from '@escrow-kit/shared/describe-old-node';
import { Verifier } from '@pact-foundation/pact';
import { parseJson } from '../deployment/parse-json.ts';
import { readAnswer } from '../deployment/read-answer.ts';
import { describeFailure } from '../deployment/send.ts';
import { nodeRange } from '../package/package-manifest.ts';
import { consumerNames, providerName } from '../pacts/pact-files.ts';
import { stateCatalogue } from '../states/catalogue.ts';
import { toStateAnswer } from '../states/values.ts';
import { restoreForm } from '../verify/restore-form.ts';
import { type PreparePactsOptions, writePacts } from './prepare-pacts.ts';

/** A service that Pact's own verifier verifies. */
export interface Provider {
  /** The one address of the service. */
  providerUrl: string;
  /**
   * The address that sets up states. It gets `POST {"state": "a linked customer", "params": {}}` and answers with the values of
   * the state, as JSON.
   */
  statesUrl: string;
}

/** What Pact's own verifier verifies. */
export interface VerifyWithPactOptions extends Provider, Omit<PreparePactsOptions, 'consumer' | 'refusals'> {}

/**
 * Verifies the pact of HTTP calls with Pact's own verifier, which prints what it finds. Rejects if anything differs or no call is
 * left. Sends forms as forms, fills values into templates, and URL-encodes ids in paths. Does not check what Pact can't compare;
 * `verifyDeployment` does. Rejects with a sentence on a Node older than 24.18.
 */
export async function verifyWithPact({ providerUrl, statesUrl, ...options }: VerifyWithPactOptions): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'escrow-contract-tests-'));
  const isOfCalls = (file: string) => file.includes(consumerNames.client);
  try {
    const pactUrls = writePacts(folder, { ...options, refusals: true }).filter(isOfCalls);
    // Pact would call no pact a success.
    if (pactUrls.length === 0) throw new Error('The options leave no HTTP call, so there is nothing to verify.');
    return await runVerifier({ providerUrl, statesUrl }, { pactUrls });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs Pact's verifier on these pacts, with the states that the address sets up. Rejects if anything differs. */
export async function runVerifier(
  { providerUrl, statesUrl }: Provider,
  pacts: Partial<ConstructorParameters<typeof Verifier>[0]>,
): Promise<string> {
  refuseOldNode(nodeRange);
  const failures = new Set<string>();
  const setUp = (state: string) => (params: unknown) =>
    askForState(statesUrl, { state, params: (params ?? {}) as Values }).catch((error: Error) => {
      failures.add(error.message);
      throw error;
    });
  const verified = new Verifier({
    ...pacts,
    provider: providerName,
    providerBaseUrl: providerUrl,
    logLevel: 'error',
    requestFilter: restoreForm,
    stateHandlers: Object.fromEntries(Object.keys(stateCatalogue).map((name) => [name, setUp(name)])),
  }).verifyProvider();
  const result: unknown = await verified.catch((error: unknown) => error);
  // Pact continues without the values of the state: it reports the provider as wrong, or a refusal as right.
  if (failures.size > 0) throw new Error([...failures].join('\n'), { cause: result });
  return verified;
}

type Values = Record<string, unknown>;

async function askForState(url: string, state: { state: string; params: Values }): Promise<Record<string, string>> {
  const failed = (what: string, cause?: unknown) =>
    new Error(`The state "${state.state}" could not be set up: ${url} ${what}.`, { cause });
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(state),
  }).catch((error: unknown) => {
    throw failed('gave no answer', error);
  });
  const text = await readAnswer(response).catch((error: unknown) => {
    throw failed(`could not be read: ${describeFailure(error)}`, error);
  });
  const values = parseJson(text);
  if (!response.ok) throw failed(`answered ${response.status}`);
  if (typeof values !== 'object' || values === null) throw failed('did not answer with a JSON object');
  try {
    return toStateAnswer(values as Values, state.params) as Record<string, string>;
  } catch (error) {
    throw failed((error as Error).message, error);
  }
}
