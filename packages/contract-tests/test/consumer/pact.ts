import { randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Checks, createEscrowClient, type EscrowClient, type TokenKind } from '@escrow-kit/client';
import { openApiDocument } from '@escrow-kit/spec';
import { MatchersV3, PactV4 } from '@pact-foundation/pact';
import { expect, onTestFinished } from 'vitest';
import { type TokenValueName, tokenNames } from '../../src/deployment/deployment.ts';
import { nameInPath, type StateName } from '../../src/states/catalogue.ts';
import { type StateValueName, toExpression, valueExamples } from '../support/state-values.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Where `pnpm generate` collects the pacts. */
const collected = process.env['ESCROW_PACT_FOLDER'];

/**
 * A pact in a folder of its own: in a common one, an interaction would silently overwrite another of the same description and state.
 * `pnpm generate` joins them, and fails on a repeated description.
 */
function createPact(consumer: string): { pact: PactV4; dir: string } {
  const dir = collected ? join(collected, randomUUID()) : temporaryFolder();
  return { pact: new PactV4({ consumer, provider: 'escrow-contract-service', dir, logLevel: 'error' }), dir };
}

/** The pact of the client. */
export const pact = {
  /** When the test of the interaction ends, the request that was sent is compared with the one in the pact. */
  addInteraction() {
    const { pact: own, dir } = createPact('escrow-kit-client');
    sent.length = 0;
    onTestFinished(() => expectSentAsWritten(dir));
    return {
      /** Names a state of the catalogue. */
      given: (state: StateName, parameters: object = {}) =>
        own.addInteraction().given(state, parameters as Record<string, string>),
    };
  },
};

/** A new pact of the receiver of events. */
export const createEventPact = (): PactV4 => createPact('escrow-kit-webhooks').pact;

/** What the service gave to the organization and knows in a state, as Pact's mock gets it. */
export { valueExamples as examples };

/** A token that no service has issued. */
const unknownToken = 'token-that-nobody-issued';

type Mock = Pick<MatchersV3.V3MockServer, 'url'>;

/** The requests of the current test. */
const sent: Request[] = [];

/** Sends a request plainly. */
export async function send(...[target, init]: Parameters<typeof fetch>): Promise<Response> {
  const request = new Request(target, init);
  sent.push(request.clone());
  return fetch(request);
}

/** The real client, without retries. `token` replaces the token of every kind. */
export function createClient(
  { url }: Mock,
  { token, checks }: { token?: StateValueName | 'unknown'; checks?: Checks } = {},
): EscrowClient {
  const tokenOf = (name: TokenValueName) => (token === 'unknown' ? unknownToken : String(valueExamples[token ?? name]));
  const tokens = tokenNames.map((name) => [
    openApiDocument.components.securitySchemes[name]?.['x-token'],
    tokenOf(name),
  ]);
  const { clientId, clientSecret } = valueExamples;
  return createEscrowClient({
    baseUrl: url,
    clientId,
    clientSecret,
    tokens: Object.fromEntries(tokens) as Record<TokenKind, string>,
    checks,
    retry: { max: 0 },
    fetch: send,
  });
}

/** A body that the client's types refuse, for a call that the service should refuse. */
export const untyped = (body: unknown): never => body as never;

/** The client as an integration without checks would use it: it sends what the service should refuse. */
export const createUncheckedClient = (mock: Mock): EscrowClient => createClient(mock, { checks: 'none' });

/**
 * The exact values of the state were sent, each in its place. Pact's mock accepts any value of the same form, even a token of another
 * kind or the id of another record. A test that failed has no pact.
 */
async function expectSentAsWritten(dir: string): Promise<void> {
  for (const file of globSync(join(dir, '*.json'))) {
    const { interactions } = JSON.parse(readFileSync(file, 'utf8'));
    const { method, path, headers = {}, body } = interactions[0].request;
    const [request] = sent as [Request];

    expect(sent).toHaveLength(1);
    expect(`${request.method} ${new URL(request.url).pathname}`).toBe(`${method} ${path}`);
    expect(request.headers.get('authorization')).toBe(headers.Authorization?.[0] ?? null);
    expect(parse(await request.text())).toEqual(body ? parse(body.content) : '');
  }
}

/** JSON, or the fields of a form. */
function parse(content: unknown): unknown {
  if (typeof content !== 'string' || content === '') return content;
  return content.startsWith('{') ? JSON.parse(content) : Object.fromEntries(new URLSearchParams(content));
}

/** A part of a request or of an answer that Pact compares by a rule. */
type Matcher<Value = unknown> = MatchersV3.Matcher<Value>;

/**
 * All of these rules have to match: a regular expression alone takes a number for text, and the reverse. Pact reads such a list, but its
 * types have no matcher for it.
 */
const matcherOf = <Value>(types: object[], more: { value: Value } & object): Matcher<Value> =>
  ({ 'pact:matcher:type': types, ...more }) as unknown as Matcher<Value>;

const type = (name: string, more: object = {}) => ({ 'pact:matcher:type': name, ...more });

/** Non-empty text, such as an id or a ticket. */
export const filledText = (example: string): Matcher<string> => matcherOf(filled, { value: example });

const filled = [type('type'), type('regex', { regex: '^\\S.*$' })];

/** Text that is not empty, or a number: the service does not show which. */
export const textOrNumber = (example: number): Matcher<number> =>
  matcherOf([type('notEmpty'), type('regex', { regex: '^\\S.*$' })], { value: example });

/** A number whose digits have a form. */
export const numberLike = (regex: string, example: number): Matcher<number> =>
  matcherOf(numberOf(regex), { value: example });

const numberOf = (regex: string) => [type('number'), type('regex', { regex })];

const wholeForm = '^-?\\d+(\\.0+)?$';

/** A whole number, which may be written with zeros after a point. */
export const wholeNumber = (example: number): Matcher<number> => numberLike(wholeForm, example);

/** This number in any notation: `1000.00` is 1000. Pact itself would distinguish them. */
export const sameNumber = (value: number): Matcher<number> =>
  numberLike(`^${String(value).replace('.', '\\.')}(\\.0+)?$`, value);

type Examples = typeof valueExamples;

/**
 * A value of the state in a body. Verification puts the value of the state in place of the example; in an answer, our verification
 * compares it, and another verifier its form.
 */
export function value<Name extends StateValueName>(name: Name): Matcher<Examples[Name]> {
  const example = valueExamples[name];
  const types = typeof example === 'number' ? numberOf(wholeForm) : filled;
  return matcherOf(types, { value: example, ...fromState(toExpression(name)) });
}

const fromState = (expression: string) => ({ 'pact:generator:type': 'ProviderState', expression });

type Texts = [texts: TemplateStringsArray, ...names: StateValueName[]];

/** A text with values of the state in it: text`Bearer ${'apiKey'}`. */
export const text = (...[texts, ...names]: Texts): Matcher<string> => textWith(texts, names, toExpression);

/** The same for a path, in which values are URL-encoded, because an id may have a slash. */
export const path = (...[texts, ...names]: Texts): Matcher<string> =>
  textWith(texts, names, (name) => toExpression(nameInPath(name)));

/**
 * A regular expression, because Pact's own matcher of state values compares only the type, so that the mock would accept any path.
 */
function textWith(texts: readonly string[], names: StateValueName[], expressionOf: (name: string) => string) {
  const fill = (read: (name: StateValueName) => string | number, map = (part: string) => part) =>
    texts.map((part, index) => map(part) + (names[index] === undefined ? '' : read(names[index]))).join('');
  const escapePattern = (part: string) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return {
    ...MatchersV3.regex(
      `^${fill(() => '[^\\s/]+', escapePattern)}$`,
      fill((name) => valueExamples[name]),
    ),
    ...fromState(fill(expressionOf)),
  };
}

type Example<Part> =
  Part extends Matcher<infer Value> ? Value : Part extends object ? { [Key in keyof Part]: Example<Part[Key]> } : Part;

/** A request or an answer with the examples in place of matchers. */
export const exampleOf = <Part>(part: Part): Example<Part> => MatchersV3.reify(part as never) as Example<Part>;

/** The header with a token of the state. */
export const bearer = (token: StateValueName) => ({ Authorization: text`Bearer ${token}` });

/** The header with a token that no service has issued. */
export const unknownBearer = { Authorization: `Bearer ${unknownToken}` };

/** Parties by the name of the value that is their milestone's id. */
type PartiesByMilestone = { [Milestone in 'milestoneId' | 'otherMilestoneId']?: unknown };

/**
 * The parties of milestones. Their keys are values of the state, which Pact's generators do not reach, so the state gets them as a
 * parameter, the template, and gives them with its values filled in.
 */
export function partiesOf(lists: PartiesByMilestone) {
  const entries = Object.entries(lists) as [StateValueName, unknown][];
  const template = Object.fromEntries(entries.map(([id, parties]) => [toExpression(id), toTemplate(parties)]));
  const example = Object.fromEntries(entries.map(([id, parties]) => [valueExamples[id], exampleOf(parties)]));
  return {
    parameter: { partiesByMilestone: template },
    body: { mileStonesParties: { ...MatchersV3.equal(example), ...fromState(toExpression('partiesByMilestone')) } },
    example,
  };
}

/** The same with the expressions of values of the state in place of them. */
const toTemplate = (parties: unknown): unknown =>
  JSON.parse(JSON.stringify(parties, (_, part) => part?.expression ?? part));

type Interaction = ReturnType<PactV4['addInteraction']>;
type RequestBuilder = Parameters<NonNullable<Parameters<Interaction['withRequest']>[2]>>[0];

/** Adds a form. The builder has no method for a form with matchers and generators, but its interaction supports one. */
export function formBody(request: RequestBuilder, fields: Record<string, string | Matcher<string>>): void {
  const { interaction } = request as unknown as {
    interaction: { withRequestBody(body: string, mediaType: string): void };
  };
  interaction.withRequestBody(JSON.stringify(fields), 'application/x-www-form-urlencoded');
}

const { Success, ClientError } = MatchersV3.HTTPResponseStatusClass;

/** Any success, where the service does not show its status. */
export const anySuccess = MatchersV3.matchStatus(200, Success);

/** Any refusal, where the service does not show its status. Pact's mock answers with this one. */
export const anyRefusal = (status = 400) => MatchersV3.matchStatus(status, ClientError);

/** Any JSON object, where a rule says nothing about the answer. */
export const anyObject = {};
