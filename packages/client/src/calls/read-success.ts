import { fail } from '../errors/escrow-error.ts';
import { deepestJson, isTooDeep } from '../input/json-depth.ts';
import { isRecord } from '../rules/guards.ts';
import type { AnswerType } from '../rules/operation-facts.ts';
import type { Exchange } from '../transport/send.ts';

/** The value of a JSON text, undefined for any other text. A parser's error is not kept: it quotes what it read. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A whole number from 2 to the 53rd on is not exact any more: as an id it may be that of somebody else. */
const isInexact = (value: unknown): boolean => Number.isInteger(value) && !Number.isSafeInteger(value);

const isMissing = (value: unknown): boolean => value === undefined || value === null || value === '';

const typeTests: Readonly<Record<AnswerType, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  integer: Number.isInteger,
  number: Number.isFinite,
  boolean: (value) => typeof value === 'boolean',
  array: Array.isArray,
  object: isRecord,
};

/**
 * The body of a success: the call was carried out, and its answer has to be one that can be used. Where the document shows a body,
 * it is JSON and has what is read of it, in the types that the document states. Where it shows none, it is JSON or empty: a page
 * to sign in is not the service's.
 * @throws EscrowError `decode`
 */
export function readSuccess(exchange: Exchange, needed: readonly string[] = []): unknown {
  const { text, operation } = exchange;
  const body = parseJson(text);
  if (body === undefined) {
    if (!operation.answer && text.trim() === '') return undefined;
    refuse(exchange, operation.answer ? `has no ${needed.join(', ') || 'JSON'}` : 'is neither JSON nor empty');
  }
  if (isTooDeep(body)) refuse(exchange, `is nested deeper than ${deepestJson} levels`);
  const lacking = needed.filter((path) => isMissing(valueAt(body, path)));
  if (lacking.length > 0) refuse(exchange, `has no ${lacking.join(', ')}`);
  const inexact = needed.filter((path) => isInexact(valueAt(body, path)));
  if (inexact.length > 0) refuse(exchange, `has no ${inexact.join(', ')} that JavaScript can hold exactly`);
  const mistyped = needed.flatMap((path) => {
    const type = operation.answer?.[path];
    return type && !typeTests[type](valueAt(body, path)) ? [`${path} that is not of type ${type}`] : [];
  });
  if (mistyped.length > 0) refuse(exchange, `has a ${mistyped.join(', and a ')}`);
  return body;
}

function refuse({ response, call }: Exchange, fault: string): never {
  const remedy =
    call.method === 'GET' ? 'It only reads, so it may be sent again.' : 'Look it up before you send it again.';
  call.outcome = 'unknown';
  fail('decode', `was carried out (${response.status}), but its answer ${fault}. ${remedy}`, call);
}

/** What a path such as `data.id` leads to. Undefined where it leads nowhere. */
export function valueAt(value: unknown, path: string): unknown {
  let found = value;
  for (const name of path.split('.')) found = isRecord(found) ? found[name] : undefined;
  return found;
}
