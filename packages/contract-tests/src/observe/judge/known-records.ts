import type { Basis } from '@escrow-kit/spec';
import { readPath } from '../../judge/read-path.ts';
import { isSuccess } from '../is-success.ts';
import type { Memory } from './memory.ts';
import type { ReadExchange } from './read-exchange.ts';

/** A record that a call names, and that does not exist. */
export interface UnknownRecord {
  /** The rule that says how it is answered. */
  rule: string;
  /** The status of that answer. */
  expected: string;
  /** That of the rule if undefined. */
  basis: Basis | undefined;
}

/** The placeholder that names the record, by operation, and the rule for one that does not exist. */
const namedRecords: Readonly<Record<string, { parameter: string; rule: string }>> = {
  startPayment: { parameter: 'milestoneId', rule: 'PAY-4' },
  getUser: { parameter: 'userId', rule: 'UAPI-5' },
  updateUser: { parameter: 'userId', rule: 'UAPI-5' },
};

/** Remembers the records that a call that was served shows to exist. */
export function noteRecords(exchange: ReadExchange, memory: Memory): void {
  const { call, response, pathParameters } = exchange;
  if (!call || !response || !isSuccess(response.status)) return;
  for (const [name, value] of Object.entries(pathParameters)) memory.noteId(name, value);
  for (const id of createdMilestones(exchange)) memory.noteId('milestoneId', String(id));
  if (call.id === 'linkUser') memory.noteId('userId', String(readPath(response.body.content, '$.data.user_id')));
}

function createdMilestones({ call, request, response }: ReadExchange): unknown[] {
  if (call?.id === 'addParties') return Object.keys(Object(readPath(request.body.content, '$.mileStonesParties')));
  if (call?.id !== 'addMilestones') return [];
  const milestones = readPath(response?.body.content, '$.data.milestones');
  return Array.isArray(milestones) ? milestones.map((milestone) => readPath(milestone, '$.id')) : [];
}

/**
 * The record that a call names, if nothing has shown that it exists, and its id looks like others, since an id of another form may be
 * refused as such.
 */
export function findUnknownRecord({ call, pathParameters }: ReadExchange, memory: Memory): UnknownRecord | undefined {
  const named = namedRecords[call?.id ?? ''];
  if (!call || !named || memory.recall(named.parameter, pathParameters[named.parameter] ?? '') !== 'alike')
    return undefined;
  const [expected] =
    Object.entries(call.responses).find(([, { 'x-rules': rules = [] }]) => rules.includes(named.rule)) ?? [];
  if (expected === undefined) return undefined;
  const others = Object.entries(pathParameters).filter(([name]) => name !== named.parameter);
  const areKnown = others.every(([name, value]) => memory.recall(name, value) === 'seen');
  return { rule: named.rule, expected, basis: areKnown ? undefined : 'implied' };
}
