import { createEscrowClient, type EscrowClientOptions } from '@escrow-kit/client';
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
export const body = {
  type: 'COMPLEX_CONTRACT',
  senderRole: 'BROKER',
  isParent: true,
  itemPrice: 0,
  ...parentContract,
};

/** The paths of the document that the bare client calls. */
interface Paths {
  '/users/{user_id}': { get: { parameters: { path: { user_id: string } }; responses: Responses } };
  '/api/external/contracts': {
    post: { requestBody: { content: { 'application/json': typeof body } }; responses: Responses };
  };
}
type Responses = { 200: { content: { 'application/json': object } } };

/** The bare client that the escrow client is built on and compared with. */
export const bareName = 'openapi-fetch';
/** The fastest way to send a request, for comparison. */
export const undiciName = 'undici.request';

/** Creates every client, all for one address. */
export function createContenders(baseUrl: string): Contender[] {
  const { hostname, port } = new URL(baseUrl);
  const bare = createClient<Paths>({ baseUrl, headers });
  const stripe = new Stripe('sk_test_1', { host: hostname, port, protocol: 'http', telemetry: false });
  const kyClient = ky.create({ baseUrl, headers });
  const axiosClient = axios.create({ baseURL: baseUrl, headers });
  const octokit = octokitRequest.defaults({ baseUrl, headers });
  return [
    {
      name: bareName,
      get: () => bare.GET('/users/{user_id}', { params: { path: { user_id: userId } } }),
      post: () => bare.POST('/api/external/contracts', { body }),
    },
    byEscrow('@escrow-kit/client', { baseUrl, tokens }),
    byEscrow('@escrow-kit/client by undici', { baseUrl, tokens, fetch: createUndiciFetch() }),
    {
      name: 'stripe',
      get: () => stripe.customers.retrieve(userId),
      post: () => stripe.customers.create({ name: 'Buyer', metadata: { contract: 'Delivery of goods' } }),
    },
    {
      name: 'ky',
      get: () => kyClient.get(getPath).json(),
      post: () => kyClient.post(postPath, { json: body }).json(),
    },
    { name: 'axios', get: () => axiosClient.get(getPath), post: () => axiosClient.post(postPath, body) },
    {
      name: '@octokit/request',
      get: () => octokit('GET /users/{id}', { id: userId }),
      post: () => octokit(`POST ${postPath}`, body),
    },
    byUndici(baseUrl),
  ];
}

function byEscrow(name: string, options: EscrowClientOptions): Contender {
  const client = createEscrowClient(options);
  return { name, get: () => client.users.get(userId), post: () => client.contracts.create(parentContract) };
}

/** Undici's own `fetch` with an agent, as the README of the escrow client shows. */
function createUndiciFetch(): NonNullable<EscrowClientOptions['fetch']> {
  const dispatcher = new Agent();
  const send = async (request: Request): Promise<unknown> => {
    const { url, method, headers, signal, redirect } = request;
    const body = request.body && (await request.text());
    return fetchByUndici(url, { method, headers: [...headers], body, signal, redirect, dispatcher });
  };
  return send as NonNullable<EscrowClientOptions['fetch']>;
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
