import { mockUrl } from './shared-mock.ts';

export interface RequestOptions {
  /** Default: the shared mock. */
  url?: string;
  token?: string;
  headers?: Record<string, string>;
  json?: unknown;
  form?: Record<string, string>;
  /** A body that is sent as it is, with its content type in the headers. */
  text?: string;
}

export interface Received {
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
