import { getOperation, type TokenKind } from '@escrow-kit/spec';
import { unknownToken } from '../../src/deployment/credentials.ts';
import type { HostAnswer, HostCall, HostOptions } from '../provider/start-host.ts';

// biome-ignore lint/suspicious/noExplicitAny: bodies are taken apart to be altered
type Json = any;

const isSuccess = ({ status }: HostAnswer): boolean => status < 300;
const isRefusal = ({ status }: HostAnswer): boolean => status >= 400;

/** Answers an operation, or all of them, with something else. */
export const answerWith = (answer: HostAnswer | undefined, ...operationIds: string[]): HostOptions => ({
  changeAnswer: (usual, { operationId = '' }) =>
    operationIds.length === 0 || operationIds.includes(operationId) ? answer : usual,
});

/** Changes the JSON of an operation's successes. */
export const changeJson = (operationId: string, change: (body: Json) => Json): HostOptions => ({
  changeAnswer: (answer, call) =>
    call.operationId === operationId && isSuccess(answer)
      ? { ...answer, body: JSON.stringify(change(JSON.parse(answer.body))) }
      : answer,
});

/** Changes all successes with a body. */
export const changeSuccesses = (change: (answer: HostAnswer) => HostAnswer): HostOptions => ({
  changeAnswer: (answer) => (isSuccess(answer) && answer.body !== '' ? change(answer) : answer),
});

/** Changes all refusals of some operations, or of all. */
export const changeRefusals = (change: (answer: HostAnswer) => HostAnswer, ...operationIds: string[]): HostOptions => ({
  changeAnswer: (answer, { operationId = '' }) =>
    isRefusal(answer) && (operationIds.length === 0 || operationIds.includes(operationId)) ? change(answer) : answer,
});

/** Changes the parties of each milestone before the service sees them. */
export const changeParties = (change: (party: Record<string, unknown>) => Record<string, unknown>): HostOptions => ({
  changeCall: (call) => {
    if (call.operationId !== 'addParties') return call;
    const { mileStonesParties: lists } = JSON.parse(call.body) as { mileStonesParties: Record<string, unknown> };
    const changed = Object.entries(lists).map(([id, parties]) => [
      id,
      Array.isArray(parties) ? parties.map(change) : parties,
    ]);
    return { ...call, body: JSON.stringify({ mileStonesParties: Object.fromEntries(changed) }) };
  },
});

/** A token of each kind that a sandbox takes. */
const sandboxTokens: Record<TokenKind, string> = {
  organization: 'org_sandbox',
  clientAdmin: 'adm_sandbox',
  legacyUser: 'usr_sandbox',
  legacyApp: 'app_sandbox',
  apiKey: 'key_sandbox',
};

/** Lets callers in who are not let in, by giving them the token of the operation. */
export const letIn = (isLetIn: (call: HostCall) => boolean): HostOptions => ({
  changeCall: (call) => {
    const [kind] = call.operationId === undefined ? [] : getOperation(call.operationId).tokenKinds;
    return kind !== undefined && isLetIn(call) ? { ...call, authorization: `Bearer ${sandboxTokens[kind]}` } : call;
  },
});

/** Whether a caller has no token, or one that nobody was given. */
export const isStranger = ({ authorization }: HostCall): boolean =>
  authorization === undefined || authorization === `Bearer ${unknownToken}`;
