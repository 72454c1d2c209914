// Calls per second of the client and of other clients, to a server in another process.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { paths } from '@escrow-kit/client';
import { request as octokitRequest } from '@octokit/request';
import axios from 'axios';
import ky from 'ky';
import createClient from 'openapi-fetch';
import Stripe from 'stripe';
import { Pool } from 'undici';
import { measureInTurn, ratePerSecond, report } from './measure.ts';
import { builtFile } from './services.ts';

/** A client with the same two calls as the others: reading a user, and creating a contract. */
interface Contender {
  get: () => Promise<unknown>;
  post: () => Promise<unknown>;
}

/** Our client is built on the first; the second is the fastest way to send a request. */
const baselines = ['openapi-fetch', 'undici.request'];

const timeInMs = 150;

const userId = 'usr_1';
const getPath = `/users/${userId}`;
const postPath = '/api/external/contracts';
const headers = { authorization: 'Bearer token', accept: 'application/json' };
const parentContract = {
  contractClassification: 'BASIC',
  currency: 'SAR',
  returnPolicy: 'NO_RETURN',
  returnFeePayee: 'PROVIDER',
  serviceTermsAccepted: true,
  itemDetail: { title: 'Order 1001', description: 'A handmade table' },
} as const;
/** The body as sent; our client fills in the fixed fields. */
export const contractBody = {
  type: 'COMPLEX_CONTRACT',
  senderRole: 'BROKER',
  isParent: true,
  itemPrice: 0,
  ...parentContract,
} as const;

/** Measures and reports. */
export async function measureClients(): Promise<void> {
  const server = fork(fileURLToPath(import.meta.url), ['serve']);
  const [port] = (await once(server, 'message')) as [number];
  const contenders = Object.entries(await createContenders(`http://127.0.0.1:${port}`));
  for (const method of ['get', 'post'] as const) {
    for (const atOnce of [1, 64]) {
      const rates = contenders.map(([name, client]) => [
        name,
        () => ratePerSecond(client[method], { atOnce, timeInMs }),
      ]);
      const measured = await measureInTurn(Object.fromEntries(rates));
      report(`Client: calls per second, ${method.toUpperCase()}, ${atOnce} at once`, measured, baselines);
    }
  }
  server.disconnect();
}

async function createContenders(baseUrl: string): Promise<Record<string, Contender>> {
  const { createEscrowClient }: typeof import('@escrow-kit/client') = await import(builtFile('@escrow-kit/client'));
  const { hostname, port } = new URL(baseUrl);
  const escrow = createEscrowClient({ baseUrl, tokens: { apiKey: 'token', clientAdmin: 'token' } });
  const bare = createClient<paths>({ baseUrl, headers });
  const stripe = new Stripe('sk_test_1', { host: hostname, port, protocol: 'http', telemetry: false });
  const kyClient = ky.create({ baseUrl, headers });
  const axiosClient = axios.create({ baseURL: baseUrl, headers });
  const octokit = octokitRequest.defaults({ baseUrl, headers });
  const pool = new Pool(baseUrl);
  const json = { ...headers, 'content-type': 'application/json' };
  const body = JSON.stringify(contractBody);
  return {
    '@escrow-kit/client': {
      get: () => escrow.users.get(userId),
      post: () => escrow.contracts.create(parentContract),
    },
    'openapi-fetch': {
      get: () => bare.GET('/users/{userId}', { params: { path: { userId } } }),
      post: () => bare.POST(postPath, { body: contractBody }),
    },
    stripe: {
      get: () => stripe.customers.retrieve(userId),
      post: () => stripe.customers.create({ name: 'Buyer', metadata: { contract: 'Delivery of goods' } }),
    },
    ky: {
      get: () => kyClient.get(getPath).json(),
      post: () => kyClient.post(postPath, { json: contractBody }).json(),
    },
    axios: { get: () => axiosClient.get(getPath), post: () => axiosClient.post(postPath, contractBody) },
    '@octokit/request': {
      get: () => octokit('GET /users/{id}', { id: userId }),
      post: () => octokit(`POST ${postPath}`, contractBody),
    },
    'undici.request': {
      get: async () => (await pool.request({ path: getPath, method: 'GET', headers })).body.json(),
      post: async () => (await pool.request({ path: postPath, method: 'POST', headers: json, body })).body.json(),
    },
  };
}

/** Answers every call at once, until the parent process disconnects. */
function serve(): void {
  const data = { id: 'usr_1', user_id: 'usr_1', type: 'COMPLEX_CONTRACT', senderRole: 'BROKER', status: 'CREATED' };
  const body = JSON.stringify({
    success: true,
    data,
    meta: { request_id: 'req_1', timestamp: '2026-01-01T00:00:00Z' },
  });
  const answerHeaders = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(200, answerHeaders).end(body));
  });
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
  process.once('disconnect', () => process.exit());
}

if (process.argv[2] === 'serve') serve();
