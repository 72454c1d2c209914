import fc from 'fast-check';
import { toExample } from '../consumer/placed-value.ts';
import { type Exchange, redactExchange } from '../deployment/exchange.ts';
import { shorten } from '../deployment/shorten.ts';
import { differenceOf, type VerifiedInteraction } from '../judge/verification.ts';
import { type Change, nameOfPlace } from './change.ts';
import { nameOfToken } from './due-answer.ts';
import { type GeneratedCase, turnOf } from './generated-case.ts';
import type { Deviation } from './judge-answer.ts';
import type { RunCase } from './run-case.ts';

/** A generated request whose answer is not what is due, made as small as possible. */
export interface Failure extends VerifiedInteraction {
  /** How the request differs from a valid one, such as `street is left out`; empty if the valid one itself fails. */
  changes: string[];
  /** Generates the request again, as the seed of one case. */
  seed: number;
}

/** What one case found. */
export interface CaseResult {
  operationId: string;
  failure?: Failure;
  /** Why there is no answer to judge. */
  reason?: string | undefined;
}

/** The most requests that make one failure smaller. */
const mostRequests = 60;

interface FindOptions {
  run: RunCase;
  redact: (text: string) => string;
  /** The failures that were found before, which are not reported again. This one is added. */
  known: Set<string>;
  signal?: AbortSignal | undefined;
}

/** Runs the case of a seed. If it fails, tries smaller requests that fail alike, and returns the smallest. */
export async function findFailure(seed: number, { run, redact, known, signal }: FindOptions): Promise<CaseResult> {
  const { turn, requestSeed } = turnOf(seed);
  const operationId = turn.operation.id;
  let smallest:
    | { key: string; generated: GeneratedCase; deviation: Deviation; exchange: Required<Exchange> }
    | undefined;
  let reason: string | undefined;
  let requests = 0;
  const passes = async (generated: GeneratedCase): Promise<boolean> => {
    if (requests === mostRequests || signal?.aborted) return true;
    requests += 1;
    const { deviation, exchange, reason: missing } = await run(turn.operation, generated);
    reason ??= missing;
    if (!deviation || !exchange) return true;
    const key = `${operationId} ${deviation.rule} ${deviation.basis} ${deviation.kind}`;
    if (smallest ? key !== smallest.key : known.has(key)) return true;
    known.add(key);
    smallest = { key, generated, deviation, exchange };
    return false;
  };
  await fc.check(fc.asyncProperty(turn.cases, passes), { numRuns: 1, seed: requestSeed });
  if (!smallest) return { operationId, reason };
  const { generated, deviation, exchange } = smallest;
  const { kind, rule, basis, text, field } = deviation;
  const changes = describeChanges(generated).map(redact);
  const failure: Failure = {
    consumer: 'generated requests',
    description: `${operationId}, if ${changes.join(' and ') || 'nothing is changed'} (--explore 1 --seed ${seed})`,
    rules: [rule],
    operationId,
    basis,
    isRefusal: kind === 'served' || (kind !== 'refused' && exchange.answer.status >= 400),
    outcome: differenceOf[basis],
    problems: [{ kind: 'answer', text: redact(text), rule, ...(field !== undefined && { field }) }],
    changes,
    seed,
    exchange: redactExchange(exchange, redact),
  };
  return { operationId, failure };
}

function describeChanges({ changes, token }: GeneratedCase): string[] {
  const described = changes.map(describeChange);
  return token === 'own' ? described : [...described, `the token is ${nameOfToken(token)}`];
}

function describeChange({ path, value }: Change): string {
  const place = nameOfPlace(path) || `the ${path[0]}`;
  return value === undefined ? `${place} is left out` : `${place} is ${shorten(JSON.stringify(toExample(value)))}`;
}
