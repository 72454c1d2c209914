import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { createApp } from './server/create-app.ts';
import type { Service } from './server/service.ts';
import { openDatabase, type StorageOptions } from './storage/database.ts';
import { type Credentials, defaultCredentials } from './tenants/credentials.ts';
import { findTenant } from './tenants/find-tenant.ts';
import { insertTenant } from './tenants/insert-tenant.ts';

/** Where the sandbox listens and keeps its state. */
export interface SandboxOptions extends StorageOptions {
  /** 0 takes a free port. Default: 0. */
  port?: number;
  /** Default: `127.0.0.1`, so that no other machine reaches the sandbox. */
  host?: string;
}

/** A running sandbox. */
export interface Sandbox {
  /** Serves every host of the document, without a slash at the end. */
  url: string;
  /** Of the default tenant. */
  credentials: Credentials;
  /** Stops, frees the port and closes the store. May be called again. */
  close(): Promise<void>;
}

/** Starts the whole service in this process. */
export async function startSandbox({
  port = 0,
  host = '127.0.0.1',
  ...storage
}: SandboxOptions = {}): Promise<Sandbox> {
  const db = await openDatabase(storage);
  const service: Service = { db, systemNow: Date.now, publicUrl: '', wake: () => {} };
  if (!(await findTenant(db, 'default'))) {
    await insertTenant(db, { id: 'default', credentials: defaultCredentials, systemNow: Date.now() });
  }
  const server = createServer(getRequestListener(createApp(service).fetch));
  await listen(server, port, host);
  service.publicUrl = urlOf(server);
  return {
    url: service.publicUrl,
    credentials: defaultCredentials,
    close: async () => {
      await close(server);
      await db.destroy();
    },
  };
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function urlOf(server: Server): string {
  const { address, port, family } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
