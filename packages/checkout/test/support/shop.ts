import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import type { AddressInfo } from 'node:net';

/** A shop whose page may import this package as `/src/index.ts`. */
export interface Shop {
  url: string;
  pageUrl(page: ShopPage): string;
  close(): Promise<void>;
}

/** How a page of the shop differs from the usual one. */
export interface ShopPage {
  /** The sources that script-src allows besides the shop's own scripts. */
  allowed: string;
  /** The address of a script that the page loads by a tag. */
  tag?: string;
}

/** Starts a shop whose pages have a strict Content-Security-Policy. `others` answers all other requests. */
export async function startShop(others: RequestListener): Promise<Shop> {
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://shop');
    if (pathname === '/') {
      const policy = `default-src 'none'; script-src 'self' ${searchParams.get('allowed')}; connect-src 'self'; frame-src *`;
      response.setHeader('content-security-policy', policy).setHeader('content-type', 'text/html');
      response.end(`<!doctype html><title>Shop</title>${tagOf(searchParams.get('tag'))}<button>Buy</button>`);
    } else if (pathname.startsWith('/src/')) {
      const source = await readFile(new URL(`../..${pathname}`, import.meta.url), 'utf8');
      response.setHeader('content-type', 'text/javascript').end(stripTypeScriptTypes(source));
    } else others(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  return {
    url,
    pageUrl: (page) => `${url}/?${new URLSearchParams({ ...page })}`,
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

const tagOf = (src: string | null): string => (src ? `<script src="${src}"></script>` : '');
