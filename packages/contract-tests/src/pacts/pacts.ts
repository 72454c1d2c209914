import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { type Basis, baseDocument, findRule, listOperations } from '@escrow-kit/spec';
import { packageFolder } from '../package/package-manifest.ts';
import { nameOutsidePath } from '../states/catalogue.ts';

/** The provider of all pacts. */
export const providerName = 'escrow-contract-service';

/** A pact of version 4, as far as verification reads it. */
export interface Pact {
  consumer: { name: string };
  provider: { name: string };
  interactions: Interaction[];
}

/** A request and the expected answer, or a message that the service sends. */
export interface Interaction {
  type: 'Synchronous/HTTP' | 'Asynchronous/Messages';
  /** Begins with the ID of its rule. Unique. */
  description: string;
  providerStates?: { name: string; params?: Record<string, unknown> }[];
  request?: PactRequest;
  response?: PactMessage & { status: number };
  /** Only for messages, as the rest. */
  contents?: { content: unknown };
  generators?: Pick<Generators, 'body'>;
  metadata?: Record<string, unknown>;
}

/** A request that the client makes. */
export interface PactRequest extends PactMessage {
  method: string;
  path: string;
  query?: Record<string, string[]>;
}

/** An HTTP message of a pact. */
interface PactMessage {
  headers?: Record<string, string[]>;
  body?: { content: unknown; contentType: string };
  generators?: Generators;
  /** Other values that Pact accepts. `status` can name a class of statuses, such as `clientError`. */
  matchingRules?: { status?: Record<string, { matchers: { status?: string | number[] }[] }> };
}

/** The values that verification puts in place of examples, by their places. */
type Generators = { path?: Generator } & Partial<Record<'header' | 'query' | 'body', Record<string, Generator>>>;

interface Generator {
  expression?: string;
}

let kitPacts: readonly Pact[] | undefined;

/** The pacts of this package, sorted by file name. They are read once. */
export function readKitPacts(): readonly Pact[] {
  const folder = join(packageFolder, 'pacts');
  kitPacts ??= readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Pact);
  return kitPacts;
}

/** The ID of the rule that an interaction checks: the first word of its description. */
export const ruleOf = ({ description }: Interaction): string => description.split(' ')[0] ?? '';

/** The basis of the rule that an interaction checks; `assumed` without a rule. */
export const basisOf = (interaction: Interaction): Basis => findRule(ruleOf(interaction))?.basis ?? 'assumed';

/** Whether an interaction expects a refusal. */
export const isRefusal = ({ response }: Interaction): boolean => (response?.status ?? 200) >= 400;

/** The ID of an interaction's operation, or `contractEvent` for a message. Undefined if the kit's document has no such operation. */
export function operationOf({ request }: Interaction): string | undefined {
  if (!request) return 'contractEvent';
  return routes.find(({ method, pattern }) => method === request.method && pattern.test(request.path))?.id;
}

/** By the kit's own document, which the pacts were written for. Paths without placeholders come first. */
const routes = listOperations(baseDocument)
  .toSorted((one, other) => one.path.split('{').length - other.path.split('{').length)
  .map(({ id, method, path }) => ({ id, method, pattern: new RegExp(`^${path.replaceAll(/\{[^{}]+\}/g, '[^/]+')}$`) }));

/** The names of the values that the states of an interaction put into its request. */
export function valueNamesOf({ request }: Interaction): string[] {
  const names = JSON.stringify(request?.generators ?? {}).matchAll(/\$\{(\w+)\}/g);
  return [...new Set([...names].map(([, name = '']) => nameOutsidePath(name)))];
}

/** Which checks to make. Each name may be a glob such as `PARTY-*`; upper and lower case are the same. */
export interface Selection {
  /** Only checks of these rules. Default: all. */
  rules?: readonly string[] | undefined;
  /** Only checks of these operations of the document; events are `contractEvent`. Default: all. */
  operations?: readonly string[] | undefined;
  /** No checks of these operations, and no verdict on these rules. Default: none. */
  exclude?: readonly string[] | undefined;
}

/** Whether one of these globs matches a name. */
export const isNamed = (name: string, globs: readonly string[]): boolean =>
  globs.some((glob) => posix.matchesGlob(name.toLowerCase(), glob.toLowerCase()));

/** Whether a selection skips anything. */
export const isNarrowed = ({ rules = [], operations = [], exclude = [] }: Selection): boolean =>
  rules.length + operations.length + exclude.length > 0;

/** The pact with only the selected interactions. */
export function selectInteractions(pact: Pact, { rules = [], operations = [], exclude = [] }: Selection): Pact {
  const isSelected = (interaction: Interaction): boolean => {
    const [rule, operation] = [ruleOf(interaction), operationOf(interaction) ?? ''];
    if (rules.length > 0 && !isNamed(rule, rules)) return false;
    if (operations.length > 0 && !isNamed(operation, operations)) return false;
    return !isNamed(operation, exclude) && !isNamed(rule, exclude);
  };
  return { ...pact, interactions: pact.interactions.filter(isSelected) };
}
