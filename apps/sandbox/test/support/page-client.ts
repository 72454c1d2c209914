import type { Sandbox } from '../../src/index.ts';
import { quickRequest } from './http.ts';

/** A page in a browser without scripts. */
export interface PageAnswer {
  status: number;
  headers: Headers;
  text: string;
  /** Its address. */
  url: string;
}

/** A browser with its own cookies, without scripts. */
export interface PageClient {
  /** Sends one request, without following a redirect. */
  get(url: string, headers?: Record<string, string>): Promise<PageAnswer>;
  /** Sends a request and follows redirects that stay on the sandbox. */
  open(url: string, headers?: Record<string, string>): Promise<PageAnswer>;
  /** Sends a form of a page, with its hidden fields, without following a redirect. */
  send(page: PageAnswer, fields: Record<string, string>, headers?: Record<string, string>): Promise<PageAnswer>;
  /** Sends a form of a page and follows. */
  submit(page: PageAnswer, fields: Record<string, string>): Promise<PageAnswer>;
  /** The cookies, by name. */
  cookies: Map<string, { value: string; path: string; attributes: string }>;
}

/** Creates a browser that has visited nothing. */
export function createPageClient({ url: origin }: Pick<Sandbox, 'url'>): PageClient {
  const cookies: PageClient['cookies'] = new Map();
  const request = async (
    url: string,
    { headers = {}, form }: { headers?: Record<string, string>; form?: Record<string, string> } = {},
  ): Promise<PageAnswer> => {
    const { pathname } = new URL(url);
    const sent = [...cookies.values()].filter(({ path }) => `${pathname}/`.startsWith(`${path}/`));
    const cookie = [...cookies].filter(([, kept]) => sent.includes(kept)).map(([key, kept]) => pair(key, kept));
    const answer = await quickRequest(url, {
      ...(form && { method: 'POST', body: new URLSearchParams(form).toString() }),
      headers: {
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...headers,
        ...(cookie.length > 0 && { cookie: cookie.join('; ') }),
      },
    });
    for (const line of answer.headers.getSetCookie()) storeCookie(cookies, line);
    return { ...answer, url };
  };
  const follow = async (answer: PageAnswer): Promise<PageAnswer> => {
    const location = answer.headers.get('location');
    return location === null ? answer : follow(await request(new URL(location, answer.url).href));
  };
  const client: PageClient = {
    cookies,
    get: (url, headers = {}) => request(new URL(url, origin).href, { headers }),
    open: async (url, headers) => follow(await client.get(url, headers)),
    send: (page, fields, headers = {}) => {
      const address = unescapeText(/<form method="post" action="([^"]*)"/.exec(page.text)?.[1] ?? '');
      return request(new URL(address, page.url).href, { form: { ...hiddenFields(page), ...fields }, headers });
    },
    submit: async (page, fields) => follow(await client.send(page, fields)),
  };
  return client;
}

/** The hidden fields of a page's forms. */
export function hiddenFields({ text }: PageAnswer): Record<string, string> {
  const fields = [...text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)];
  return Object.fromEntries(fields.map(([, name = '', value = '']) => [name, value]));
}

/** The heading of a page. */
export function headingOf({ text }: PageAnswer): string {
  return unescapeText(/<h1>([^<]*)<\/h1>/.exec(text)?.[1] ?? '');
}

function storeCookie(cookies: PageClient['cookies'], line: string): void {
  const [, name = '', value = '', attributes = ''] = /^([^=]+)=([^;]*);?(.*)$/.exec(line) ?? [];
  const path = /path=([^;]+)/i.exec(attributes)?.[1] ?? '/';
  cookies.set(`${path} ${name}`, { value, path, attributes });
}

function pair(key: string, { value }: { value: string }): string {
  return `${key.split(' ')[1]}=${value}`;
}

function unescapeText(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
