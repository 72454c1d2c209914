import { createServer, type IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { OnboardCustomerResults, OpenContractResults } from '../../src/flows/journal.ts';
import type { StepResolution } from '../../src/flows/options.ts';
import type { components, PendingStep } from '../../src/index.ts';
import { listen } from '../support/fault-server.ts';

type CreatedMilestone = components['schemas']['CreatedMilestone'];
type Parties = components['schemas']['Party'][];

type TitledMilestone = CreatedMilestone & { title: string };

interface Contract {
  id: string;
  milestones: TitledMilestone[];
  /** The `mileStonesParties` of each addParties that was carried out. */
  parties: Record<string, Parties>[];
}

/** Chooses the milestones that an answer lists, from all of the contract and those just added. */
type Listing = (all: CreatedMilestone[], added: CreatedMilestone[]) => unknown[];

/** The operation of a request, and its content. */
interface Body {
  phoneNumber?: string;
  milestones?: { itemDetail: { title: string }; itemPrice: number }[];
  mileStonesParties?: Record<string, Parties>;
  scope?: string;
}

/** The step to resolve. */
export type StepToResolve = Pick<PendingStep, 'step' | 'revision'>;

/** A resolution that fits the options of either flow. */
export type TrueResolution = StepResolution<OpenContractResults> & StepResolution<OnboardCustomerResults>;

export interface FakeService {
  /** Carries out a request and answers it. It can replace the `fetch` of a client. */
  fetch: (request: Request) => Promise<Response>;
  /** All operations that were carried out, in order; milestones with their title. */
  carriedOut: string[];
  contracts: Contract[];
  /** The resolution of a pending step by an operator who can look into the service. */
  truthOf: (step: StepToResolve) => TrueResolution;
}

const milestoneTitles = ['First half', 'Second half'];

const withoutTitles = (milestones: TitledMilestone[]): CreatedMilestone[] =>
  milestones.map(({ title: _, ...rest }) => rest);

const json = (body: unknown, status = 200): Response => Response.json(body, { status });

/** A service that remembers what it carried out, as far as the flows need it. It also echoes what was sent. */
export function createFakeService(list: Listing = (_all, added) => added): FakeService {
  const carriedOut: string[] = [];
  const contracts: Contract[] = [];
  const customers: string[] = [];

  function addMilestones(contract: Contract, { milestones = [] }: Body): Response {
    const added = milestones.map(({ itemDetail: { title }, itemPrice }) => {
      carriedOut.push(`addMilestone ${title}`);
      const id = `milestone_${contract.milestones.length + 1}`;
      return { id, title, itemPrice, fee: itemPrice * 0.04, feePercentage: 0.04, status: 'CREATED' as const };
    });
    contract.milestones.push(...added);
    const listed = list(withoutTitles(contract.milestones), withoutTitles(added));
    return json({ data: { parentContractId: contract.id, milestones: listed } });
  }

  function addParties(contract: Contract, { mileStonesParties = {} }: Body): Response {
    const ids = contract.milestones.map(({ id }) => id);
    if (Object.keys(mileStonesParties).some((id) => !ids.includes(id))) return json({ error: 'no milestone' }, 400);
    carriedOut.push('addParties');
    contract.parties.push(mileStonesParties);
    return json({});
  }

  function createContract(): Response {
    carriedOut.push('createContract');
    const id = `contract_${contracts.length + 1}`;
    contracts.push({ id, milestones: [], parties: [] });
    return json({ data: { id, type: 'COMPLEX_CONTRACT', senderRole: 'BROKER', status: 'CREATED' } });
  }

  function registerCustomer({ phoneNumber = '' }: Body): Response {
    carriedOut.push('registerCustomer');
    if (!customers.includes(phoneNumber)) customers.push(phoneNumber);
    const serviceUserId = 1001 + customers.indexOf(phoneNumber);
    return json({ serviceUserId, userIdentification: serviceUserId + 1000 });
  }

  function addToCustomer(what: string, body: Body): Response {
    carriedOut.push(what);
    return json(body);
  }

  function startPayment(): Response {
    carriedOut.push('startPayment');
    return json({ data: 'https://checkout.escrow.example/external/short_1?client_id=client&payment_methods=CARD' });
  }

  function issueTicket(): Response {
    carriedOut.push('requestTicket');
    return json({ ticket: `ticket-${carriedOut.length}`, expiresIn: 300 });
  }

  const routes: [route: RegExp, carryOut: (body: Body, contract: Contract) => Response][] = [
    [/^POST .*\/customers$/, registerCustomer],
    [/^POST .*\/banks$/, (body) => addToCustomer('addBankAccount', body)],
    [/^POST .*\/addresses$/, (body) => addToCustomer('addAddress', body)],
    [/^POST .*\/contracts$/, createContract],
    [/^PATCH .*\/milestones$/, (body, contract) => addMilestones(contract, body)],
    [/^PATCH .*\/parties$/, (body, contract) => addParties(contract, body)],
    [/^GET .*\/startPayment\//, startPayment],
    [/^POST .*\/token$/, issueTicket],
  ];

  async function fetch(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    const text = await request.text();
    const body = text.startsWith('{') ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text));
    const carryOut = routes.find(([route]) => route.test(`${request.method} ${pathname}`))?.[1];
    const contract = contracts.find(({ id }) => pathname.includes(`/${id}/`));
    const needsContract = /\/(milestones|parties)$/.test(pathname);
    if (!carryOut || (needsContract && !contract)) return json({ error: 'not found' }, 404);
    return carryOut(body, contract as Contract);
  }

  /** The result of a step that was carried out; undefined if it was not, or may be repeated. */
  function resultOf(step: string): unknown {
    const [contract] = contracts;
    if (step === 'createContract') return contract?.id;
    const title = milestoneTitles[Number(step.replace('addMilestones.', '')) - 1];
    if (title) return withoutTitles(contract?.milestones.filter((milestone) => milestone.title === title) ?? [])[0];
    return step !== 'registerCustomer' && carriedOut.includes(step) ? null : undefined;
  }

  function truthOf({ step, revision }: StepToResolve): TrueResolution {
    const result = resultOf(step);
    const outcome = result === undefined ? { outcome: 'not-sent' } : { outcome: 'succeeded', result };
    return { step, revision, ...outcome } as TrueResolution;
  }

  return { fetch, carriedOut, contracts, truthOf };
}

const toRequest = (incoming: IncomingMessage): Request => {
  const { method = '', url = '', headers } = incoming;
  const hasBody = method !== 'GET';
  return new Request(`http://${headers.host}${url}`, {
    method,
    headers: headers as Record<string, string>,
    ...(hasBody && { body: incoming as Readable as unknown as BodyInit, duplex: 'half' }),
  } as RequestInit);
};

/** Serves a fetch over HTTP on a free port until the test is over. */
export const serve = (fetch: (request: Request) => Promise<Response>): Promise<string> =>
  listen(
    createServer(async (incoming, outgoing) => {
      const response = await fetch(toRequest(incoming));
      outgoing.writeHead(response.status, Object.fromEntries(response.headers));
      outgoing.end(await response.text());
    }),
  );
