import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { refuseOldNode } from '@escrow-kit/shared/describe-old-node';
import { Verifier } from '@pact-foundation/pact';
import type { CredentialName } from '../deployment/credentials.ts';
import { parseJson } from '../deployment/parse-json.ts';
import { answerLimitInMs } from '../deployment/send.ts';
import { nodeRange } from '../package/package-manifest.ts';
import { consumerNames, providerName } from '../pacts/pact-files.ts';
import { type StateName, stateCatalogue } from '../states/catalogue.ts';
import { toStateAnswer } from '../states/values.ts';
import { type Call, createCall, createForward } from './forward.ts';
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

/**
 * Runs Pact's verifier on these pacts, with the states that the address sets up. Rejects if anything differs, if a state could not
 * be set up or lacks a value, or if one of the addresses gives no answer within 30 seconds.
 */
export async function runVerifier(
  { providerUrl, statesUrl }: Provider,
  pacts: Partial<ConstructorParameters<typeof Verifier>[0]>,
): Promise<string> {
  refuseOldNode(nodeRange);
  const callService = createCall('The service');
  const callStates = createCall('The address of the states');
  // Any answer will do.
  await callService(providerUrl);
  await callStates(statesUrl, toStateRequest({ state: 'an organization', params: {} }));
  const failures = new Set<string>();
  // Pact sends the request of a state that could not be set up, too, without its values.
  let obstacle: string | undefined;
  const takeObstacle = () => {
    const taken = obstacle;
    obstacle = undefined;
    return taken;
  };
  const setUp = (state: string) => (params: unknown) =>
    askForState(statesUrl, { call: callStates, state, params: (params ?? {}) as Values }).catch((error: Error) => {
      failures.add(error.message);
      obstacle = error.message;
      throw error;
    });
  const verified = new Verifier({
    ...pacts,
    provider: providerName,
    providerBaseUrl: providerUrl,
    logLevel: 'error',
    // Longer than what it waits for.
    timeout: 2 * answerLimitInMs,
    requestFilter: createForward({
      url: providerUrl,
      call: callService,
      takeObstacle,
      onNoAnswer: (reason) => void failures.add(reason),
    }),
    stateHandlers: Object.fromEntries(Object.keys(stateCatalogue).map((name) => [name, setUp(name)])),
  }).verifyProvider();
  const result: unknown = await verified.catch((error: unknown) => error);
  if (failures.size === 0) return verified;
  const notes = [
    ...failures,
    'The checks that need this were not made. They are printed as failed, with the status 502.',
  ];
  throw new Error(notes.join('\n'), { cause: result });
}

type Values = Record<string, unknown>;

/** What every organization has. The others are for a part of the calls. */
const neededCredentials: readonly CredentialName[] = [
  'organizationToken',
  'clientAdminToken',
  'clientId',
  'clientSecret',
];

const toStateRequest = (state: { state: string; params: Values }): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(state),
});

async function askForState(
  url: string,
  { call, ...state }: { call: Call; state: string; params: Values },
): Promise<Record<string, string>> {
  const failed = (what: string, cause?: unknown) =>
    new Error(`The state "${state.state}" could not be set up: ${what}.`, { cause });
  const { response, text } = await call(url, toStateRequest(state));
  if (!response.ok) throw failed(`${url} answered ${response.status}`);
  const values = parseJson(text) as Values | null | undefined;
  if (typeof values !== 'object' || values === null) throw failed(`${url} did not answer with a JSON object`);
  const wanted = [...stateCatalogue[state.state as StateName].gives, ...neededCredentials];
  const missing = wanted.filter((name) => (values[name] ?? '') === '');
  if (missing.length > 0) throw failed(`${url} gave no ${missing.join(', ')}`);
  try {
    return toStateAnswer(values, state.params) as Record<string, string>;
  } catch (error) {
    throw failed(`${url} ${(error as Error).message}`, error);
  }
}
