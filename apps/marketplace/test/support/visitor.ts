import { operatorPassword } from './test-shop.ts';

/** A minimal browser: it stores cookies, sends forms and follows no redirects. */
export interface Visitor {
  get(path: string): Promise<Answer>;
  post(path: string, form?: Record<string, string>): Promise<Answer>;
}

export interface Answer {
  status: number;
  text: string;
  /** The target of the redirect; empty if there is none. */
  location: string;
}

interface VisitorOptions {
  /** Sends the operator's password. */
  isOperator?: boolean;
  /** Collects all answers. */
  seen?: string[];
  /** Those of another visitor who is the same person. */
  cookies?: Map<string, string>;
}

export function createVisitor(
  url: string,
  { isOperator = false, seen = [], cookies = new Map() }: VisitorOptions = {},
): Visitor {
  const send = async (path: string, init: RequestInit): Promise<Answer> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const authorization = `Basic ${Buffer.from(`operator:${operatorPassword}`).toString('base64')}`;
    const response = await fetch(`${url}${path}`, {
      ...init,
      redirect: 'manual',
      headers: { cookie, origin: url, ...(isOperator && { authorization }) },
    });
    for (const set of response.headers.getSetCookie()) {
      const [pair = ''] = set.split(';');
      const at = pair.indexOf('=');
      cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    const text = readable(await response.text());
    seen.push(`${path} ${[...response.headers].join('\n')}\n${text}`);
    return { status: response.status, text, location: response.headers.get('location') ?? '' };
  };
  return {
    get: (path) => send(path, {}),
    post: (path, form = {}) => send(path, { method: 'POST', body: new URLSearchParams(form) }),
  };
}

/** Replaces non-breaking spaces and escaped quotes. */
const readable = (text: string): string => text.replaceAll('\u00a0', ' ').replaceAll('&quot;', '"');
