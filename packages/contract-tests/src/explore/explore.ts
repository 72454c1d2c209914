import { randomInt } from 'node:crypto';
import type { Deployment } from '../deployment/deployment.ts';
import { createSecrets, type Secrets } from '../deployment/secrets.ts';
import { createSend, type SendOptions } from '../deployment/send.ts';
import { createStateContext } from '../state-handlers/context.ts';
import { type CaseResult, type Failure, findFailure } from './find-failure.ts';
import { exploredOperations, turnOf } from './generated-case.ts';
import { createRunCase } from './run-case.ts';

/** What came of generated requests. It holds no secret. */
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
export interface ExploreOptions extends Pick<SendOptions, 'timeoutInMs' | 'freshen' | 'onWait' | 'signal'> {
  deployment: Deployment;
  /** How many cases to try. Each is a request, and the calls that lead to its state; a failure takes up to 60 more. */
  cases: number;
  /** From 1 on. Default: a random one. */
  seed?: number | undefined;
  /** Whether to send requests of an operation. Default: of each. */
  isWanted?: ((operationId: string) => boolean) | undefined;
  /** Called with how many cases have begun, and of how many. */
  onStart?: ((count: number, total: number) => void) | undefined;
  /** How many cases run at once. Default: 8. */
  concurrency?: number;
  /** Collects the secrets. Default: a new collection. */
  secrets?: Secrets;
}

/** An operation whose case could not be run so many times in a row is left out from then on. */
const mostMisses = 3;

/**
 * Sends generated requests to a deployment, valid and invalid ones, and judges each answer by the document. A request that the
 * document allows has to be served, with the shown answer; one that it forbids has to be refused. What nothing settles is not
 * judged, but for a 5xx. Creates customers and contracts there. If the signal aborts, what was found until then is returned.
 */
export async function explore({
  deployment,
  cases,
  seed = randomInt(1, 2 ** 31),
  isWanted = () => true,
  concurrency = 8,
  timeoutInMs,
  freshen,
  secrets = createSecrets(),
  onStart,
  onWait,
  signal,
}: ExploreOptions): Promise<Exploration> {
  const send = createSend({ timeoutInMs, freshen, onWait, redact: secrets.redact, signal });
  const context = createStateContext(deployment, { secrets, send, signal });
  const options = { run: createRunCase(context), redact: secrets.redact, known: new Set<string>(), signal };
  const tally = createTally();
  const unreached = deployment.hasInvitations ? startedPayments.filter(isWanted) : [];
  const wanted = exploredOperations.filter((id) => isWanted(id) && !unreached.includes(id));
  const seeds = seedsOf(seed, cases, wanted).entries();
  const work = async (): Promise<void> => {
    for (const [index, caseSeed] of seeds) {
      if (signal?.aborted) return;
      onStart?.(index + 1, cases);
      if (tally.isLeftOut(operationOf(caseSeed))) continue;
      const found = await findFailure(caseSeed, options);
      // What ended after the stop may have failed because of it.
      if (!signal?.aborted) tally.add(found);
    }
  };
  try {
    await Promise.all(Array.from({ length: concurrency }, work));
    const result = tally.result();
    const reason = 'no call can accept the invitations of the parties';
    return { ...result, seed, leftOut: [...unreached.map((id) => ({ operationId: id, reason })), ...result.leftOut] };
  } finally {
    await context.close();
  }
}

/** The operations that no call reaches if parties have to accept invitations. */
const startedPayments = ['startPayment', 'requestTicket'];

/** The next seeds whose operation is wanted. */
function seedsOf(first: number, cases: number, wanted: readonly string[]): number[] {
  const seeds: number[] = [];
  for (let seed = first; wanted.length > 0 && seeds.length < cases; seed += 1) {
    if (wanted.includes(operationOf(seed))) seeds.push(seed);
  }
  return seeds;
}

const operationOf = (seed: number): string => turnOf(seed).turn.operation.id;

/** Counts what the cases found. */
function createTally() {
  let cases = 0;
  const failures: Failure[] = [];
  const misses = new Map<string, number>();
  const reasons = new Map<string, string>();
  return {
    isLeftOut: (operationId: string) => (misses.get(operationId) ?? 0) >= mostMisses,
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
