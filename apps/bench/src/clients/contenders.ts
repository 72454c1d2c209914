import { createEscrowClient, type EscrowClient, type EscrowClientOptions } from '@escrow-kit/client';
import { request as octokitRequest } from '@octokit/request';
import axios from 'axios';
import ky from 'ky';
import createClient from 'openapi-fetch';
import Stripe from 'stripe';
import { Agent, fetch as fetchByUndici, Pool } from 'undici';

/** A client with the same two calls as the others: reading a user, and creating a contract. */
export interface Contender {
  name: string;
  get: () => Promise<unknown>;
  post: () => Promise<unknown>;
}

const userId = 'usr_1';
const token = 'token';
const tokens = { apiKey: token, clientAdmin: token };
const getPath = `/users/${userId}`;
const postPath = '/api/external/contracts';
const headers = { authorization: `Bearer ${token}`, accept: 'application/json' };
const parentContract = {
  contractClassification: 'BASIC',
  currency: 'SAR',
  returnPolicy: 'NO_RETURN',
  returnFeePayee: 'PROVIDER',
  serviceTermsAccepted: true,
  itemDetail: { title: 'Order 1001', description: 'A handmade table' },
} as const;
/** The body as sent; the escrow client fills in the fixed fields. */
const body = {
  type: 'COMPLEX_CONTRACT',
  senderRole: 'BROKER',
  isParent: true,
  itemPrice: 0,
  ...parentContract,
};

/** The paths of the document that the bare client calls. */
interface Paths {
  '/users/{user_id}': { get: { parameters: { path: { user_id: string } }; responses: { 200: JsonAnswer } } };
  '/api/external/contracts': {
    post: { requestBody: { content: { 'application/json': typeof body } }; responses: { 200: JsonAnswer } };
  };
}
interface JsonAnswer {
  content: { 'application/json': object };
}

/** The bare client that the escrow client is built on and compared with. */
export const bareName = 'openapi-fetch';
/** The fastest way to send a request, for comparison. */
export const undiciName = 'undici.request';

/** Creates every client, all for one address. */
export function createContenders(origin: string): Contender[] {
  return [
    bare(origin),
    escrow(origin),
    escrowByUndici(origin),
    byStripe(origin),
    byKy(origin),
    byAxios(origin),
    byOctokit(origin),
    byUndici(origin),
  ];
}

function bare(baseUrl: string): Contender {
  const client = createClient<Paths>({ baseUrl, headers });
  return {
    name: bareName,
    get: () => client.GET('/users/{user_id}', { params: { path: { user_id: userId } } }),
    post: () => client.POST('/api/external/contracts', { body }),
  };
}

function escrow(baseUrl: string): Contender {
  const client = createEscrowClient({ baseUrl, tokens });
  return { name: '@escrow-kit/client', ...callsOf(client) };
}

/** The escrow client over undici's own `fetch` and an agent, as its README shows. */
function escrowByUndici(baseUrl: string): Contender {
  const dispatcher = new Agent();
  const send = async (request: Request): Promise<unknown> => {
    const { url, method, headers, signal, redirect } = request;
    const body = request.body && (await request.text());
    return fetchByUndici(url, { method, headers: [...headers], body, signal, redirect, dispatcher });
  };
  const client = createEscrowClient({ baseUrl, tokens, fetch: send as EscrowClientOptions['fetch'] });
  return { name: '@escrow-kit/client by undici', ...callsOf(client) };
}

const callsOf = (client: EscrowClient): Pick<Contender, 'get' | 'post'> => ({
  get: () => client.users.get(userId),
  post: () => client.contracts.create(parentContract),
});

function byStripe(origin: string): Contender {
  const { hostname, port } = new URL(origin);
  const client = new Stripe('sk_test_1', { host: hostname, port, protocol: 'http', telemetry: false });
  return {
    name: 'stripe',
    get: () => client.customers.retrieve(userId),
    post: () => client.customers.create({ name: 'Buyer', metadata: { contract: 'Delivery of goods' } }),
  };
}

function byKy(baseUrl: string): Contender {
  const client = ky.create({ baseUrl, headers });
  return {
    name: 'ky',
    get: () => client.get(getPath).json(),
    post: () => client.post(postPath, { json: body }).json(),
  };
}

function byAxios(baseURL: string): Contender {
  const client = axios.create({ baseURL, headers });
  return { name: 'axios', get: () => client.get(getPath), post: () => client.post(postPath, body) };
}

function byOctokit(baseUrl: string): Contender {
  const request = octokitRequest.defaults({ baseUrl, headers });
  return {
    name: '@octokit/request',
    get: () => request('GET /users/{id}', { id: userId }),
    post: () => request(`POST ${postPath}`, body),
  };
}

function byUndici(origin: string): Contender {
  const pool = new Pool(origin);
  const read = async (options: Parameters<Pool['request']>[0]): Promise<unknown> =>
    (await pool.request(options)).body.json();
  const json = { ...headers, 'content-type': 'application/json' };
  return {
    name: undiciName,
    get: () => read({ path: getPath, method: 'GET', headers }),
    post: () => read({ path: postPath, method: 'POST', headers: json, body: JSON.stringify(body) }),
  };
}
