import { isRuleOff } from '@escrow-kit/spec';
import type { CredentialName } from '../../deployment/credentials.ts';
import { isSuccess } from '../is-success.ts';
import type { KeptExchange, KeptMessage, KeptViolation } from '../kept-exchange.ts';
import type { RawExchange } from '../raw-exchange.ts';
import { readSignatureForm } from '../signature-form.ts';
import { placeOf, walkBody } from './body-walk.ts';
import { findToken, noteTokens } from './find-token.ts';
import { judgeAnswer } from './judge-answer.ts';
import { judgeRequest } from './judge-request.ts';
import { findSignature, findWrongSignature } from './judge-signature.ts';
import { keepMessage, keepParameters, keepPath } from './keep-message.ts';
import type { Keeping } from './keep-value.ts';
import { type FoundViolation, keepViolation } from './keep-violation.ts';
import { noteRecords } from './known-records.ts';
import { createLeakCheck } from './leak-check.ts';
import { listSecrets, type WalkedExchange } from './list-secrets.ts';
import { createMemory, type Memory } from './memory.ts';
import { type ReadExchange, type ReadMessage, readExchange } from './read-exchange.ts';

/** How exchanges are judged. All is optional. */
export interface JudgeOptions {
  /** Keeps values of fields that the document does not know, unless name or form look sensitive. Default: false, their shape. */
  keepsUnknownValues?: boolean;
  /** Known credentials: their kinds are stated rather than concluded, and they are taken out wherever they are, but for the client id. */
  credentials?: Partial<Record<CredentialName, string>>;
  /** With it, the values of signatures are compared (HOOK-2), and signatures of another form are found. It is taken out as well. */
  webhookSecret?: string | undefined;
}

/** Holds an exchange against document and rules, and takes out what is secret or personal. Never throws. */
export type Judge = (exchange: RawExchange) => KeptExchange;

/**
 * Creates a judge for one run. It remembers which records and tokens earlier exchanges showed, so give it the exchanges in their
 * order. What it remembers is bounded.
 */
export function createJudge({ keepsUnknownValues = false, credentials = {}, webhookSecret }: JudgeOptions = {}): Judge {
  const memory = createMemory(credentials);
  const { clientId: _isPublic, ...secretCredentials } = { ...credentials, webhookSecret };
  const known = Object.values(secretCredentials).filter((value) => value !== undefined);
  return (raw) => {
    const exchange = readExchange(raw);
    const { request, response } = exchange;
    const found = judge(exchange, { memory, webhookSecret });
    const walked = { exchange, request: walk(request), response: response && walk(response) };
    const secrets = listSecrets(walked);
    const inExchange = secrets ? createLeakCheck(new Set([...secrets, ...known])) : () => true;
    const leaks = (text: string): boolean => inExchange(text) || memory.hasSecret(text);
    const keeping = { leaks, keepsUnknownValues };
    const keptParts = keep(walked, keeping, found);
    const kept = {
      ...keptParts,
      ...label(exchange, memory),
      digests: raw.kind === 'event' ? labelDigests(request, keptParts.request, memory) : undefined,
      ...findSignature(exchange, webhookSecret, leaks),
    };
    noteSecrets(exchange, secrets, memory);
    if (walked.response) noteTokens(walked.response, kept, { memory, keeping });
    return kept;
  };
}

const walk = ({ body, schema }: ReadMessage) => walkBody(body.content, placeOf(schema));

/** Secrets of one exchange may come again in others, where nothing marks them. */
function noteSecrets(exchange: ReadExchange, secrets: ReadonlySet<string> | undefined, memory: Memory): void {
  const tokens = [exchange.token, findToken(exchange)?.token].filter((token) => token !== undefined);
  for (const secret of [...[...(secrets ?? [])].slice(0, mostNotedSecrets), ...tokens]) memory.noteSecret(secret);
}

const mostNotedSecrets = 100;

interface Found {
  violations: FoundViolation[];
  refusedFor: FoundViolation[];
}

function judge(
  exchange: ReadExchange,
  { memory, webhookSecret }: { memory: Memory; webhookSecret: string | undefined },
): Found {
  const { call, operation, response, token } = exchange;
  if (!operation) return { violations: [], refusedFor: [] };
  const forbidden = judgeRequest(exchange, operation, memory).filter(isOn);
  if (!call) {
    const ofSignature = forbidden.length === 0 ? findWrongSignature(exchange, webhookSecret).filter(isOn) : [];
    return { violations: [...forbidden, ...ofSignature], refusedFor: [] };
  }
  if (!response) return { violations: [], refusedFor: [] };
  const ofAnswer = judgeAnswer({ ...exchange, call, response }, forbidden, memory).filter(isOn);
  const isServed = isSuccess(response.status) && !response.body.isPage;
  if (isServed && token !== undefined) memory.noteServed(token, call.tokenKinds);
  noteRecords(exchange, memory);
  return { violations: isServed ? [...forbidden, ...ofAnswer] : ofAnswer, refusedFor: isServed ? [] : forbidden };
}

/** Whether no overlay has switched the rule off. */
const isOn = ({ rule }: FoundViolation): boolean => rule === undefined || !isRuleOff(rule);

function keep({ exchange, request, response }: WalkedExchange, keeping: Keeping, found: Found): KeptExchange {
  const { raw, operation, path, response: answer } = exchange;
  const keepAll = (violations: FoundViolation[]): KeptViolation[] =>
    violations.map((violation) => keepViolation(violation, keeping));
  return {
    kind: raw.kind,
    at: new Date(raw.startedAt).toISOString(),
    durationInMs: Math.round(raw.durationInMs * 100) / 100,
    operation: operation?.id,
    host: raw.host,
    method: keepCode(raw.method, /^[A-Z]{1,10}$/, keeping),
    path: operation?.path ?? keepPath(path, keeping),
    status: answer?.status,
    failure: raw.failure === undefined ? undefined : keepCode(raw.failure, /^[A-Z][A-Z_]{2,60}$/, keeping),
    request: { ...keepMessage(exchange.request, request, keeping), parameters: keepParameters(exchange, keeping) },
    response: answer && response && keepMessage(answer, response, keeping),
    violations: keepAll(found.violations),
    refusedFor: keepAll(found.refusedFor),
  };
}

const keepCode = (code: string, form: RegExp, { leaks }: Keeping): string =>
  form.test(code) && !leaks(code) ? code : 'OTHER';

function labelDigests({ headers: sent }: ReadMessage, { headers }: KeptMessage, memory: Memory) {
  const named = Object.entries(headers).filter(([name, value]) => readSignatureForm(name, value) !== undefined);
  return Object.fromEntries(named.map(([name]) => [name, memory.labelOf('digest', sent.get(name) ?? '')]));
}

function label(exchange: ReadExchange, memory: Memory): Partial<KeptExchange> {
  const { raw, token, response } = exchange;
  const got = findToken(exchange);
  const isEvent = raw.kind === 'event';
  const isUnserved = !isEvent && !isSuccess(response?.status);
  return {
    sentToken:
      token === undefined
        ? undefined
        : { label: memory.labelOf('token', token), kind: memory.kindOf(token)?.kind, origin: memory.originOf(token) },
    gotToken: got && { label: memory.labelOf('token', got.token), expiresInSeconds: got.expiresInSeconds },
    callLabel: isUnserved ? memory.labelOf('call', callKeyOf(exchange)) : undefined,
    eventLabel: isEvent ? memory.labelOf('event', eventKeyOf(exchange)) : undefined,
  };
}

/** What is the same for each retry of a call. */
const callKeyOf = ({ raw, token = '' }: ReadExchange): Uint8Array =>
  Buffer.concat([Buffer.from(JSON.stringify([token, raw.method, raw.target])), raw.requestBody.bytes]);

/** What is the same for each attempt of an event: its milestone, status and transaction, or without one of them its body (HOOK-7). */
function eventKeyOf({ raw, request }: ReadExchange): string | Uint8Array {
  const { contractId, status, referenceId } = Object(request.body.content);
  const key: unknown[] = [contractId, status, referenceId];
  return key.every((part) => typeof part === 'string') ? JSON.stringify(key) : raw.requestBody.bytes;
}
