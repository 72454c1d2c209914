import { openApiDocument } from '@escrow-kit/spec';
import { MatchersV3 } from '@pact-foundation/pact';
import type { TokenValueName } from '../../src/deployment/deployment.ts';
import { nameInPath } from '../../src/states/catalogue.ts';

const tokenOf = (name: TokenValueName): string =>
  openApiDocument.components.securitySchemes[name]?.['x-example-token'] ?? '';
const pathExample = (name: string): string => String(openApiDocument.components.parameters[name]?.example);

/** The example values, which are in the pacts and are sent to mocks. Verification replaces them by those of the state. */
export const examples = {
  organizationToken: tokenOf('organizationToken'),
  clientAdminToken: tokenOf('clientAdminToken'),
  legacyUserToken: tokenOf('legacyUserToken'),
  legacyAppToken: tokenOf('legacyAppToken'),
  identityToken: tokenOf('clientAdminToken'),
  apiKey: tokenOf('apiKey'),
  clientId: pathExample('clientId'),
  clientSecret: 'sandbox-secret',
  otherClientId: 'another-client',
  serviceUserId: Number(pathExample('serviceUserId')),
  legacyUserId: pathExample('legacyId'),
  phoneNumber: '+966500000001',
  email: 'badr@shop.example',
  iban: 'SA0380000000608010167519',
  nationalId: '1000000008',
  buyerPhone: '+966500000002',
  sellerPhone: '+966500000003',
  brokerPhone: '+966500000004',
  otp: 123456,
  contractId: pathExample('contractId'),
  deadLineDay: '2030-01-01',
  milestoneId: pathExample('milestoneId'),
  otherMilestoneId: 'milestone-example-2',
  unknownMilestoneId: 'milestone-that-does-not-exist',
  shortId: 'short-example-1',
  userId: pathExample('userId'),
  unknownUserId: 'usr_that_nobody_is',
};

type Examples = typeof examples;

/** The name of a value of a state. */
export type StateValueName = keyof Examples;

/** A part of a request or of an answer that Pact compares by a rule. */
type Matcher<Value = unknown> = MatchersV3.Matcher<Value>;

/** The generator that verification replaces by a value of the state. */
const toExpression = (name: string): string => `\${${name}}`;
const generatorOf = (expression: string) => ({ 'pact:generator:type': 'ProviderState', expression });

/** A part of a request. The mock wants exactly the example; verification sends what the expression says instead. */
const fromState = <Value>(example: Value, expression: string): Matcher<Value> =>
  ({ ...MatchersV3.equal(example as string), ...generatorOf(expression) }) as unknown as Matcher<Value>;

/** A value of the state in the body of a request. */
export const value = <Name extends StateValueName>(name: Name): Matcher<Examples[Name]> =>
  fromState(examples[name], toExpression(name));

/** A text with values of the state in it: text`Bearer ${'apiKey'}`. */
export const text = (texts: TemplateStringsArray, ...names: StateValueName[]): Matcher<string> =>
  fromState(
    String.raw({ raw: texts }, ...names.map((name) => examples[name])),
    String.raw({ raw: texts }, ...names.map(toExpression)),
  );

/** A path whose placeholders, such as `{contractId}`, are values of the state, URL-encoded, because an id may have a slash. */
export function pathOf(template: string, nameOf: (placeholder: string) => StateValueName): string | Matcher<string> {
  const fill = (read: (name: StateValueName) => unknown) =>
    template.replaceAll(/\{(\w+)\}/g, (_, placeholder: string) => String(read(nameOf(placeholder))));
  if (!template.includes('{')) return template;
  return fromState(
    fill((name) => examples[name]),
    fill((name) => toExpression(nameInPath(name))),
  );
}

/**
 * All of these rules have to match: a regular expression alone takes a number for text, and the reverse. Pact reads such a list, but its
 * types have no matcher for it.
 */
const matcherOf = <Value>(types: object[], more: { value: Value } & object): Matcher<Value> =>
  ({ 'pact:matcher:type': types, ...more }) as unknown as Matcher<Value>;

const type = (name: string, more: object = {}) => ({ 'pact:matcher:type': name, ...more });
const filled = [type('type'), type('regex', { regex: '^\\S.*$' })];
const numberOf = (regex: string) => [type('number'), type('regex', { regex })];
const wholeForm = '^-?\\d+(\\.0+)?$';

/** Non-empty text, such as an id or a ticket. */
export const filledText = (example: string): Matcher<string> => matcherOf(filled, { value: example });

/** Text that is not empty, or a number: the service does not show which. */
export const textOrNumber = (example: number): Matcher<number> =>
  matcherOf([type('notEmpty'), type('regex', { regex: '^\\S.*$' })], { value: example });

/** A number whose digits have a form. */
export const numberLike = (regex: string, example: number): Matcher<number> =>
  matcherOf(numberOf(regex), { value: example });

/** A whole number, which may be written with zeros after a point. */
export const wholeNumber = (example: number): Matcher<number> => numberLike(wholeForm, example);

/** This number in any notation: `1000.00` is 1000. Pact itself would distinguish them. */
export const sameNumber = (value: number): Matcher<number> =>
  numberLike(`^${String(value).replace('.', '\\.')}(\\.0+)?$`, value);

/** A value of the state in an answer: our verification compares it, and another verifier its form. */
export function valueInAnswer<Name extends StateValueName>(name: Name): Matcher<Examples[Name]> {
  const example = examples[name];
  const types = typeof example === 'number' ? numberOf(wholeForm) : filled;
  return matcherOf(types, { value: example, ...generatorOf(toExpression(name)) });
}

type Example<Part> =
  Part extends Matcher<infer Value> ? Value : Part extends object ? { [Key in keyof Part]: Example<Part[Key]> } : Part;

/** A request or an answer with the examples in place of matchers. */
export const exampleOf = <Part>(part: Part): Example<Part> =>
  (part === undefined ? undefined : MatchersV3.reify(part as never)) as Example<Part>;

/** Parties by the name of the value that is their milestone's id. */
type PartiesByMilestone = { [Milestone in 'milestoneId' | 'otherMilestoneId']?: unknown };

/**
 * The parties of milestones as a body, and the parameters of their state. The keys are values of the state, which Pact's generators do
 * not reach, so the state gets the parties as a template, and gives them with its values filled in.
 */
export function partiesOf(lists: PartiesByMilestone, itemPrice = 1000) {
  const entries = Object.entries(lists) as [StateValueName, unknown][];
  const template = entries.map(([id, parties]) => [toExpression(id), toTemplate(parties)]);
  const example = entries.map(([id, parties]) => [examples[id], exampleOf(parties)]);
  return {
    parameters: { itemPrice, partiesByMilestone: Object.fromEntries(template) },
    body: { mileStonesParties: fromState(Object.fromEntries(example), toExpression('partiesByMilestone')) },
  };
}

/** The same with the expressions of values of the state in place of them. */
const toTemplate = (parties: unknown): unknown =>
  JSON.parse(JSON.stringify(parties, (_, part) => part?.expression ?? part));
