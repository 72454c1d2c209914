import type { ChildProcess } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { exampleBodyOf, getOperation } from '@escrow-kit/spec';
import { startPrismMock } from '../src/index.ts';

const children: ChildProcess[] = [];
subscribe('child_process', (message) => children.push((message as { process: ChildProcess }).process));

/** The lines that the mock has logged. */
export const logged: string[] = [];

/** The mock that all test files share: starting Prism takes longer than running a file. It ends with the worker. */
export const { url: mockUrl } = await startPrismMock({ port: 0, log: (line) => logged.push(line) });

/** The process id of the mock's Prism. */
export function prismId(): number {
  const prism = children.findLast(({ spawnargs, exitCode, signalCode }) => {
    return spawnargs.includes('--multiprocess=false') && exitCode === null && signalCode === null;
  });
  return prism?.pid ?? Number.NaN;
}

interface RequestOptions {
  /** Default: the shared mock. */
  url?: string;
  token?: string;
  headers?: Record<string, string>;
  json?: unknown;
  form?: Record<string, string>;
  /** A body that is sent as it is, with its content type in the headers. */
  text?: string;
}

interface Received {
  status: number;
  body: unknown;
}

/** Sends a request such as `POST /users/link`; a body that is not JSON comes back as text. */
export async function sendRequest(target: string, options: RequestOptions = {}): Promise<Received> {
  const response = await fetchRequest(target, options);
  return { status: response.status, body: parse(await response.text()) };
}

/** The same, with the whole response. */
export function fetchRequest(target: string, options: RequestOptions = {}): Promise<Response> {
  const [method = '', path = ''] = target.split(' ');
  const { url = mockUrl, token, headers, json, form, text } = options;
  const body = form ? new URLSearchParams(form) : json === undefined ? text : JSON.stringify(json);
  return fetch(`${url}${path}`, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body }),
    signal: AbortSignal.timeout(30_000),
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** What the header of a refusal says is wrong. */
export const violationsOf = ({ headers }: Response) => JSON.parse(headers.get('sl-violations') ?? 'null');

/** The answer that an example of the document describes. */
export function answerExample(operationId: string, status: number, name: string): Received {
  const example = getOperation(operationId).responses[status]?.content?.['application/json']?.examples?.[name];
  if (!example) throw new Error(`${operationId} ${status} has no example ${name}.`);
  return { status, body: example.value };
}

/** A copy, free to be changed, of the first example of a request body. */
// biome-ignore lint/suspicious/noExplicitAny: tests break the example at will
export function requestExample(operationId: string): any {
  const example = exampleBodyOf(getOperation(operationId));
  if (!example) throw new Error(`${operationId} has no example of a request.`);
  return structuredClone(example);
}
