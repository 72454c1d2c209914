import { requiredHeadersOf, type ServiceOperation } from '@escrow-kit/spec';
import type { RequestParts } from '@escrow-kit/spec/validate';
import { fillTemplate } from '../consumer/placed-value.ts';
import { samples } from '../consumer/samples.ts';
import { askWithEither, buildRequest } from '../deployment/build-request.ts';
import { acceptedBy, type SentToken, unknownToken } from '../deployment/credentials.ts';
import { optionOf } from '../deployment/deployment.ts';
import type { Exchange, SentRequest } from '../deployment/exchange.ts';
import { NoAnswerError } from '../deployment/no-answer-error.ts';
import type { StateContext } from '../state-handlers/context.ts';
import { createStateHandlers } from '../state-handlers/create-state-handlers.ts';
import { MissingInputError, SetUpError } from '../state-handlers/set-up-error.ts';
import { applyChange } from './change.ts';
import { dueAnswerOf } from './due-answer.ts';
import type { GeneratedCase } from './generated-case.ts';
import { type Deviation, judgeAnswer } from './judge-answer.ts';
import { sampleBodyOf } from './list-changes.ts';

/** What came of one request. */
interface Trial {
  /** Undefined if nothing was sent. */
  exchange?: Required<Exchange>;
  /** What is wrong with the answer, if something is. */
  deviation?: Deviation | undefined;
  /** Why there is no answer to judge. */
  reason?: string;
}

/** Sets up the state of an operation's sample, sends a request in it, and judges the answer. */
export type RunCase = (operation: ServiceOperation, generated: GeneratedCase) => Promise<Trial>;

type Values = Readonly<Record<string, unknown>>;

/** Creates the function that runs the cases of one exploration. */
export function createRunCase(context: StateContext): RunCase {
  const { deployment, send, secrets } = context;
  const handlers = createStateHandlers(context);
  const exchange = async (operationId: string, request: SentRequest): Promise<Required<Exchange>> => {
    const answer = await send(request, { operationId });
    secrets.addFromBody(answer.body);
    return { request, answer };
  };
  const run: RunCase = async (operation, generated) => {
    const base = deployment.hosts[operation.host];
    if (base === undefined) throw new MissingInputError('host', `${optionOf(`${operation.host}Url`)} is not given`);
    const { given } = samples[operation.id];
    const setUp = handlers[given.name] as unknown as (parameters: object) => Promise<Values>;
    const values = await setUp(given.parameters);
    const token = isGiven(generated.token, values) ? generated.token : 'unknown';
    const parts = partsOf(operation, generated, values);
    const tokens = token === 'own' ? ownTokens(operation, values) : [token];
    const sent = await askWithEither(tokens, (sentToken = 'none') =>
      exchange(operation.id, requestOf(operation, { base, parts, token: sentToken, values })),
    );
    const due = dueAnswerOf({ ...generated, token, operation, parts });
    return { exchange: sent, deviation: judgeAnswer(operation, sent.answer, due) };
  };
  return (operation, generated) =>
    run(operation, generated).catch((error: unknown) => {
      if (reasons.some((reason) => error instanceof reason)) return { reason: (error as Error).message };
      throw error;
    });
}

/** What leaves no answer to judge. */
const reasons = [SetUpError, MissingInputError, NoAnswerError];

/** A credential that was not given is empty. */
const isGiven = (token: GeneratedCase['token'], values: Values): boolean => values[token] !== '';

function ownTokens(operation: ServiceOperation, values: Values): SentToken[] {
  const accepted = acceptedBy(operation) as SentToken[];
  const given = accepted.filter((name) => isGiven(name, values));
  if (given.length > 0 || accepted[0] === undefined) return given;
  throw new MissingInputError('credential', `${optionOf(accepted[0])} is not given`);
}

function partsOf(operation: ServiceOperation, { changes }: GeneratedCase, values: Values): RequestParts {
  const { path = {}, query } = samples[operation.id].request;
  const body = sampleBodyOf(operation);
  const changed = { query: { ...query }, body: body === undefined ? undefined : fillTemplate(body, values) };
  for (const change of changes) {
    applyChange(changed, change.path, change.value === undefined ? undefined : fillTemplate(change.value, values));
  }
  const header = Object.fromEntries(
    Object.entries(requiredHeadersOf(operation)).map(([name, value]) => [name.toLowerCase(), value]),
  );
  return { path: fillTemplate(path, values) as Record<string, unknown>, header, ...changed };
}

function requestOf(
  operation: ServiceOperation,
  { base, parts, token, values }: { base: string; parts: RequestParts; token: SentToken; values: Values },
): SentRequest {
  const { path = {}, query, body } = parts;
  const sent = token === 'unknown' ? unknownToken : String(values[token]);
  return buildRequest(operation, {
    base,
    path,
    query: query as Record<string, string>,
    body,
    token: token === 'none' ? undefined : sent,
  });
}
