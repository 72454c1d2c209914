import { fillPath } from '@escrow-kit/spec';
import { ControlError } from './control-error.ts';
import type { ControlBody, ControlQuery, ControlResult, ControlSchema } from './control-types.ts';
import { type ControlOperationId, controlOperations } from './document.ts';

/** Which tenant of which sandbox to control, and how to reach it. */
export interface ControlTarget {
  /** The origin of the sandbox, such as `http://127.0.0.1:4020`. */
  url: string;
  tenant: string;
  /** Needed if the sandbox has one. */
  controlToken?: string | undefined;
}

/** The input of a call besides the tenant. */
interface ControlParts<Id extends ControlOperationId> {
  path?: Record<string, string>;
  query?: ControlQuery<Id> | undefined;
  body?: ControlBody<Id>;
}

/** Makes a call of the control API. Throws a {@link ControlError} if it is refused or gets no answer. */
export type CallControl = <Id extends ControlOperationId>(
  id: Id,
  parts?: ControlParts<Id>,
) => Promise<ControlResult<Id>>;

/** Creates the function that makes calls for one tenant. */
export function createCallControl(target: ControlTarget): CallControl {
  return async (id, parts = {}) => (await send(target, id, parts)) as ControlResult<typeof id>;
}

async function send<Id extends ControlOperationId>(
  { url, tenant, controlToken }: ControlTarget,
  id: Id,
  { path, query, body }: ControlParts<Id>,
): Promise<unknown> {
  const operation = controlOperations.find((known) => known.id === id);
  if (!operation) throw new Error(`The control API has no call ${id}.`);
  const request = {
    method: operation.method,
    headers: {
      ...(controlToken !== undefined && { authorization: `Bearer ${controlToken}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
  const response = await reach(new URL(toTarget(operation.path, { ...path, tenant }, query), url), request);
  const text = await response.text();
  if (!response.ok) throw refusal(response.status, text);
  return JSON.parse(text);
}

function toTarget(template: string, path: Record<string, string>, query: object = {}): string {
  const filled = fillPath(template, path);
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.size > 0 ? `${filled}?${search}` : filled;
}

async function reach(url: URL, request: RequestInit): Promise<Response> {
  try {
    return await fetch(url, request);
  } catch (cause) {
    throw new ControlError({ status: 0, message: `No sandbox answers at ${url.origin}. Start it first.` }, { cause });
  }
}

function refusal(status: number, text: string): ControlError {
  const { message, rule, receiver } = readProblem(text);
  return new ControlError({ status, message: message ?? `The control API answered ${status}.`, rule, receiver });
}

function readProblem(text: string): Partial<ControlSchema<'Problem'>> {
  try {
    return JSON.parse(text) as ControlSchema<'Problem'>;
  } catch {
    return {};
  }
}
