import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from 'vitest';

/** A shop on another site than the sandbox, which is on 127.0.0.1. */
export interface Shop {
  /** On localhost, without a slash at the end. */
  url: string;
  /** The requested paths, without icons. */
  requests: { target: string; headers: IncomingHttpHeaders }[];
  /** The address of a page that shows `html`. */
  page(html: string): string;
}

/**
 * A shop that runs during the tests of the enclosing block. `/nothing` answers without a page, so a browser that is sent
 * there keeps its page. Every other path shows the page of its name, or a greeting.
 */
export function startedShop(): () => Shop {
  const pages = new Map<string, string>();
  const requests: Shop['requests'] = [];
  const server = createServer(({ url = '', headers }, outgoing) => {
    if (url !== '/favicon.ico') requests.push({ target: url, headers });
    if (url.startsWith('/nothing')) return outgoing.writeHead(204).end();
    return outgoing
      .writeHead(200, { 'content-type': 'text/html' })
      .end(pages.get(url) ?? '<title>Shop</title><p>Welcome back</p>');
  });
  let shop: Shop;
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
    const url = `http://localhost:${(server.address() as AddressInfo).port}`;
    const page = (html: string) => {
      const path = `/page-${pages.size + 1}`;
      pages.set(path, html);
      return url + path;
    };
    shop = { url, requests, page };
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return () => shop;
}
