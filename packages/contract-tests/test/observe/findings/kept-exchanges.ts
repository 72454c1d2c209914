import { openApiDocument } from '@escrow-kit/spec';
import { readSchemaPlaces } from '../../../src/observe/findings/schema-places.ts';
import type { KeptExchange, KeptField, KeptMessage, KeptValue } from '../../../src/observe/kept-exchange.ts';

const places = readSchemaPlaces(openApiDocument);

/** Bodies and headers of an exchange. Without `came`, the answer has no body. */
export interface Parts {
  sent?: unknown;
  came?: unknown;
  status?: number;
  headers?: KeptMessage['headers'];
}

let seconds = 0;

/** A time of its own for each exchange. */
function nextTime(): string {
  seconds += 1;
  return new Date(Date.UTC(2030, 0, 1) + seconds * 1000).toISOString();
}

/** A call as it is kept. */
export function keepCall(
  operation: string,
  { sent, came, status = 200, headers = {} }: Parts,
  changes: Partial<KeptExchange> = {},
): KeptExchange {
  const { method, path } = places.operations.get(operation) ?? { method: 'GET', path: '/unknown' };
  return {
    kind: 'call',
    at: nextTime(),
    durationInMs: 1,
    operation,
    method,
    path,
    status,
    request: keepMessage(sent, (pointer) => isKnown(operation, 'request', pointer)),
    response: { ...keepMessage(came, (pointer) => isKnown(operation, 'response', pointer, status)), headers },
    violations: [],
    refusedFor: [],
    ...changes,
  };
}

/** An event as it is kept, with what the application answered. */
export function keepEvent(
  body: Record<string, unknown>,
  { status = 200, headers = signed }: Parts = {},
  changes: Partial<KeptExchange> = {},
): KeptExchange {
  return {
    ...keepCall('contractEvent', { status }),
    kind: 'event',
    path: 'contractEvent',
    request: { ...keepMessage(body, (pointer) => isKnown('contractEvent', 'request', pointer)), headers },
    ...changes,
  };
}

const signed: KeptMessage['headers'] = { 'service-signature': { type: 'string', length: 71, format: 'sha256=hex' } };

function isKnown(operation: string, message: 'request' | 'response', pointer: string, status?: number): boolean {
  return places.at({ operation, message, status }, pointer).length > 0;
}

function keepMessage(body: unknown, isDocumented: (pointer: string) => boolean): KeptMessage {
  if (body === undefined) return { body: 'none', headers: {}, fields: [] };
  const kept = fieldsOf(body, '').map(({ pointer, value }) => ({
    pointer,
    isDocumented: isDocumented(pointer),
    value: isDocumented(pointer) ? value : shapeOf(value),
    count: 1,
  }));
  return { body: 'json', mediaType: 'application/json', headers: {}, fields: kept };
}

function fieldsOf(value: unknown, pointer: string): Pick<KeptField, 'pointer' | 'value'>[] {
  if (Array.isArray(value))
    return [
      { pointer, value: { type: 'array', length: value.length } },
      ...value.flatMap((one) => fieldsOf(one, `${pointer}/*`)),
    ];
  if (typeof value === 'object' && value !== null) {
    const inner = Object.entries(value).flatMap(([name, one]) =>
      fieldsOf(one, `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`),
    );
    return [{ pointer, value: { type: 'object' } }, ...inner];
  }
  const type = value === null ? 'null' : (typeof value as 'string' | 'number' | 'boolean');
  return [{ pointer, value: { type, value: value as string } }];
}

function shapeOf(value: KeptValue): KeptValue {
  if (!('value' in value)) return value;
  return value.type === 'number' ? { type: 'number', isInteger: Number.isInteger(value.value) } : { type: value.type };
}
