import { randomInt } from 'node:crypto';
import type { Deployment } from '../deployment/deployment.ts';
import { addInputs, createSecrets } from '../deployment/secrets.ts';
import { createSend } from '../deployment/send.ts';
import { createStateContext, credentialsOf, type StateContext } from '../state-handlers/context.ts';
import { createStateHandlers } from '../state-handlers/create-state-handlers.ts';
import { createEventTrigger } from '../state-handlers/events.ts';
import { createExampleHandlers } from '../state-handlers/example-handlers.ts';
import { type CaseResult, type Failure, findFailure } from './find-failure.ts';
import { turnOf } from './generated-case.ts';
import { createRunCase } from './run-case.ts';

/** What an exploration found. It holds no secret. */
export interface Exploration {
  /** How many cases were judged. */
  cases: number;
  /** The same seed generates the same requests. */
  seed: number;
  /** One for each operation and rule. */
  failures: Failure[];
  /** The operations that could not be called as planned, each with the first reason. */
  leftOut: { operationId: string; reason: string }[];
}

/** Options of an exploration. */
export interface ExploreOptions {
  /** How many cases to try. Each is a request, and the calls that lead to its state; a failure takes up to 60 more. */
  cases: number;
  /** Default: a random one. */
  seed?: number | undefined;
  /** Called with how many cases have begun, and of how many. */
  onStart?: ((count: number, total: number) => void) | undefined;
  /** How many cases run at once. Default: 8. */
  concurrency?: number;
  /** How long one answer may take, in milliseconds. Default: 30 seconds. */
  timeoutInMs?: number | undefined;
  /** Called with the length of each wait after a 429. */
  onWait?: ((waitInSeconds: number) => void) | undefined;
  /** Ends the exploration when it aborts. What was found until then is returned. */
  signal?: AbortSignal | undefined;
}

/** An operation whose case could not be run so many times in a row is left out from then on. */
const mostMisses = 3;

/**
 * Sends generated requests to a deployment, valid and invalid ones, and judges each answer by the document. A request that the
 * document allows has to be served, with the shown answer; one that it forbids has to be refused. What nothing settles is not
 * judged, but for a 5xx. Creates customers and contracts there. With a control API it uses an organization of its own.
 */
export async function explore(
  deployment: Deployment,
  { cases, seed = randomInt(2 ** 31), concurrency = 8, timeoutInMs, onStart, onWait, signal }: ExploreOptions,
): Promise<Exploration> {
  const secrets = createSecrets();
  addInputs(secrets, deployment);
  const send = createSend({ timeoutInMs, onWait, signal });
  const context = createStateContext(deployment, { secrets, send, signal });
  try {
    const own = await withOwnOrganization(deployment, context);
    const ownContext = createStateContext(own, { secrets, send, signal });
    const handlers = own.isStateless
      ? createExampleHandlers()
      : createStateHandlers(ownContext, createEventTrigger(ownContext));
    const run = createRunCase(own, { handlers, send, secrets });
    const options = { run, redact: secrets.redact, known: new Set<string>(), signal };
    const tally = createTally(deployment);
    let next = 0;
    const work = async (): Promise<void> => {
      while (next < cases && !signal?.aborted) {
        const caseSeed = seed + next;
        next += 1;
        onStart?.(next, cases);
        if (tally.isLeftOut(turnOf(caseSeed).turn.operation.id)) continue;
        const found = await findFailure(caseSeed, options);
        // What ended after the stop may have failed because of it.
        if (!signal?.aborted) tally.add(found);
      }
    };
    await Promise.all(Array.from({ length: concurrency }, work));
    return { seed, ...tally.result() };
  } finally {
    await context.close();
  }
}

/** The requests of an exploration would use up the limits of the Users API for others. */
async function withOwnOrganization(deployment: Deployment, context: StateContext): Promise<Deployment> {
  if (!deployment.control) return deployment;
  const organization = await context.createOrganization();
  const { control } = organization;
  await control.changeSettings({ usersApiRequestsPerMinute: 1_000_000 });
  return {
    ...deployment,
    credentials: credentialsOf(organization),
    control: { ...deployment.control, tenant: control.tenant },
  };
}

/** Counts what the cases found. */
function createTally({ hasInvitations = false }: Deployment) {
  let cases = 0;
  const failures: Failure[] = [];
  const misses = new Map<string, number>();
  const reasons = new Map<string, string>();
  const startsPayment = (operationId: string) =>
    hasInvitations && ['startPayment', 'requestTicket'].includes(operationId);
  return {
    isLeftOut: (operationId: string) => startsPayment(operationId) || (misses.get(operationId) ?? 0) >= mostMisses,
    add({ operationId, failure, reason }: CaseResult) {
      misses.set(operationId, reason === undefined ? 0 : (misses.get(operationId) ?? 0) + 1);
      if (reason === undefined) cases += 1;
      else if (!reasons.has(operationId)) reasons.set(operationId, reason);
      if (failure) failures.push(failure);
    },
    result: () => ({
      cases,
      failures: failures.toSorted((one, other) => one.seed - other.seed),
      leftOut: [...reasons].map(([operationId, reason]) => ({ operationId, reason })),
    }),
  };
}
