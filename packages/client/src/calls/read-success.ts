import { fail } from '../errors/escrow-error.ts';
import { deepestJson, isTooDeep } from '../input/json-depth.ts';
import type { AnswerType } from '../rules/deployment.ts';
import { isRecord } from '../rules/guards.ts';
import type { Exchange } from '../transport/send.ts';

/** The value of a JSON text; undefined for any other text. Drops the parser's error, because it quotes the text. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whole numbers from 2^53 on are inexact: as an id, such a number may be somebody else's. */
const isInexact = (value: unknown): boolean => Number.isInteger(value) && !Number.isSafeInteger(value);

const isMissing = (value: unknown): boolean => value === undefined || value === null || value === '';

const typeTests: Readonly<Record<AnswerType, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  integer: Number.isInteger,
  number: Number.isFinite,
  boolean: (value) => typeof value === 'boolean',
  array: Array.isArray,
};

/** Whether a value is of a type, and exact. */
export const isOfType = (value: unknown, type: AnswerType): boolean => typeTests[type](value) && !isInexact(value);

/**
 * Reads the body of a success. If the document shows a body, it must be JSON and have the needed fields in the documented types.
 * Otherwise it must be JSON or empty: anything else, such as a proxy's sign-in page, does not come from the service.
 * @throws EscrowError `decode` if the body cannot be used.
 */
export function readSuccess(exchange: Exchange, requiredPaths: readonly string[] = []): unknown {
  const { text, operation } = exchange;
  const body = parseJson(text);
  if (body === undefined) {
    if (!operation.answer && text.trim() === '') return undefined;
    refuse(exchange, operation.answer ? `has no ${requiredPaths.join(', ') || 'JSON'}` : 'is neither JSON nor empty');
  }
  if (isTooDeep(body)) refuse(exchange, `is nested deeper than ${deepestJson} levels`);
  const missing = requiredPaths.filter((path) => isMissing(valueAt(body, path)));
  if (missing.length > 0) refuse(exchange, `has no ${missing.join(', ')}`);
  const inexact = requiredPaths.filter((path) => isInexact(valueAt(body, path)));
  if (inexact.length > 0) refuse(exchange, `has no ${inexact.join(', ')} that JavaScript can hold exactly`);
  const mistyped = requiredPaths.flatMap((path) => {
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

/** The value at a path such as `data.id`; undefined if there is none. */
export function valueAt(value: unknown, path: string): unknown {
  let found = value;
  for (const name of path.split('.')) found = isRecord(found) ? found[name] : undefined;
  return found;
}
