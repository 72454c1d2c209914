import { randomInt } from 'node:crypto';
import { listWebhookRequests, operations, type Reference, resolveReference, type Schema } from '@escrow-kit/spec';
import { createValidator } from '@escrow-kit/spec/validate';
import { createId } from './create-id.ts';

// Ids that the service gives. They have the sandbox's own form, unless the document refuses it where it describes them: then they are
// whole numbers, uuids, or texts of the document's pattern. Such an id is a number, written with the characters that each of its places
// may have. Which form a kind has is tried with the document's own validator at the start.

/** What the service gives ids to. */
type IdKind = keyof typeof placesOf;

/** Where the document describes the ids of each kind. */
const placesOf = {
  contract: () => [
    inPath('addMilestones', 'contractId'),
    inAnswer('createContract', ['data', 'id']),
    inAnswer('addMilestones', ['data', 'parentContractId']),
  ],
  milestone: () => [
    inPath('startPayment', 'milestoneId'),
    inAnswer('addMilestones', ['data', 'milestones', 'id']),
    ...inEvents('contractId'),
  ],
  reference: () => inEvents('referenceId'),
  user: () => [
    inPath('addBankAccount', 'serviceUserId'),
    inPath('submitNationalId', 'userId'),
    inPath('legacyAddIban', 'id'),
    inAnswer('registerCustomer', ['serviceUserId']),
    inAnswer('legacySignUp', ['data', 'id']),
  ],
  identification: () => [inAnswer('registerCustomer', ['userIdentification'])],
  bank: () => [inAnswer('addBankAccount', ['data', 'id'])],
  address: () => [inAnswer('addAddress', ['data', 'id'])],
  client: () => [inPath('startPayment', 'clientId')],
  usr: () => [inPath('getUser', 'userId'), inAnswer('linkUser', ['data', 'user_id'])],
  record: () => [inPath('getGenericContract', 'id'), inPath('getPayment', 'id'), inPath('deleteWebhook', 'id')],
};

let lastNumber = BigInt(Date.now()) * 1000n;

/** A number that grows from id to id, also from one process to the next. */
function nextNumber(): bigint {
  lastNumber += 1n;
  return lastNumber;
}

/** Creates a unique id, which sorts by its creation. `own` is one in the sandbox's form, `number` what another form writes. */
export function createServiceId(kind: IdKind, own: string = createId(kind), number: bigint = nextNumber()): string {
  const form = formOf(kind);
  return form && !form.accepts(own) ? writeNumber(form.symbols, number) : own;
}

/** The smallest and the largest number of a user in the sandbox's own form. With 4 · 10^13 of them, collisions are too rare to matter. */
const userNumbers = [1e14, 2 ** 47] as const;

/** Whether users have the sandbox's own form: their number itself. */
const isUserNumber = (kind: IdKind): boolean => formOf(kind)?.accepts(String(userNumbers[0])) ?? true;

/** Creates the number of a user. The wire has it as {@link writeUserId} writes it. */
export function createUserNumber(): number {
  const [smallest, largest] = userNumbers;
  if (isUserNumber('user')) return randomInt(smallest, largest);
  const { symbols = [] } = formOf('user') ?? {};
  const count = symbols.reduce((product, { length }) => Math.min(product * length, largest), 1);
  return Number(nextNumber() % BigInt(count));
}

/** The id of a user, from the number. The type is that of the kit's own document; in another form, the id is a text. */
export function writeUserId(number: number, kind: 'user' | 'identification' = 'user'): number {
  const form = formOf(kind);
  return !form || isUserNumber(kind) ? number : (writeNumber(form.symbols, BigInt(number)) as unknown as number);
}

/** The number of a user, from the id in a path; undefined if it is none. */
export function readUserId(text: string): number | undefined {
  const form = formOf('user');
  const own = /^\d+$/.test(text) ? Number(text) : undefined;
  const number = form && !isUserNumber('user') ? readNumber(form.symbols, text) : own;
  // What is larger is not held exactly, neither by the store nor by JSON.
  return Number.isSafeInteger(number) ? number : undefined;
}

/** How the document writes the ids of a kind. */
interface Form {
  accepts(id: string): boolean;
  /** The characters that each place of an id may have, in their order, so that ids sort as their numbers do. */
  symbols: string[];
}

/** Undefined if the document accepts any text. */
const forms = new Map<IdKind, Form | undefined>();

function formOf(kind: IdKind): Form | undefined {
  if (!forms.has(kind)) forms.set(kind, readForm(kind));
  return forms.get(kind);
}

/** What a schema may say of an id besides its type. */
const formKeywords = ['format', 'pattern', 'enum', 'minLength', 'maxLength', 'minimum', 'maximum'];

const uuid = '^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$';

function readForm(kind: IdKind): Form | undefined {
  const schemas = placesOf[kind]();
  const ownTypes = [undefined, 'string', ...(/^\d+$/.test(ownSampleOf(kind)) ? ['integer', 'number'] : [])];
  const isOpen = (schema: Schema): boolean =>
    ownTypes.includes(schema.type) && !formKeywords.some((keyword) => keyword in schema);
  if (schemas.every(isOpen)) return undefined;
  const checks = schemas.map((schema) => {
    const isNumber = schema.type === 'integer' || schema.type === 'number';
    const check = createValidator(schema);
    return (id: string) => check(isNumber ? Number(id) : id).length === 0;
  });
  const accepts = (id: string): boolean => checks.every((check) => check(id));
  const patterns = schemas.flatMap(({ pattern }) => pattern ?? []);
  const candidates = [...patterns.map(readPattern), readPattern(uuid), digitsOf(schemas)];
  const isServed = (symbols: string[]) => [1n, nextNumber()].every((number) => accepts(writeNumber(symbols, number)));
  return { accepts, symbols: candidates.find(isServed) ?? [] };
}

/** As many digits as every number may have, the first one not zero. */
function digitsOf(schemas: Schema[]): string[] {
  const largest = schemas.map(({ format, maximum }) => Number(maximum ?? (format === 'int32' ? 2 ** 31 : 10 ** 15)));
  const { length } = String(Math.floor(Math.min(...largest)));
  return Array.from({ length: length - 1 }, (_, place) => (place === 0 ? '123456789' : '0123456789'));
}

/** A text in the sandbox's own form. */
function ownSampleOf(kind: IdKind): string {
  if (kind === 'client') return 'sandbox-client';
  return kind === 'user' || kind === 'identification' ? String(userNumbers[0]) : createId(kind);
}

/** Says for which ids the document has a form that the sandbox can't write; undefined if there is none. */
export function findIdProblem(): string | undefined {
  for (const kind of Object.keys(placesOf) as IdKind[]) {
    const form = formOf(kind);
    if (!form || form.symbols.length > 0 || form.accepts(ownSampleOf(kind))) continue;
    const described = placesOf[kind]().map((schema) =>
      ['type', ...formKeywords]
        .flatMap((name) => (schema[name] === undefined ? [] : `${name} ${schema[name]}`))
        .join(', '),
    );
    const whole = [...new Set(described)].join('; ');
    return `The sandbox can't write the id of a ${kind} as the document has it: ${whole}. Leave that out of its document.`;
  }
  return undefined;
}

function writeNumber(places: string[], number: bigint): string {
  let rest = number;
  return places.reduceRight((text, symbols) => {
    const base = BigInt(symbols.length);
    const symbol = symbols.charAt(Number(rest % base));
    rest /= base;
    return symbol + text;
  }, '');
}

/** Undefined if the text is not in this form. */
function readNumber(places: string[], text: string): number | undefined {
  if (text.length !== places.length) return undefined;
  const digits = places.map((symbols, place) => symbols.indexOf(text.charAt(place)));
  if (digits.includes(-1)) return undefined;
  return digits.reduce((number, digit, place) => number * (places[place]?.length ?? 1) + digit, 0);
}

/** What may stand at a place that a pattern leaves open, in the order of a sorted list. */
const openSymbols = '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz';

/** How often a part is repeated that may be repeated without an end: enough for a time in milliseconds and three digits. */
const usualCount = 16;

/**
 * The characters of each place of a text that matches a pattern of texts, classes, groups and counts. Of alternatives, the first. Whether
 * a text of these characters matches has to be tried; none of a pattern that can't be read.
 */
function readPattern(pattern: string): string[] {
  const tokens = pattern.match(/\\.|\[(?:\\.|[^\]])*\]|\{\d+(?:,\d*)?\}|\((?:\?:|\?<\w+>)?|./gsu) ?? [];
  try {
    return readAlternatives(tokens);
  } catch {
    return [];
  }
}

/** Takes the tokens up to the end of the group. */
function readAlternatives(tokens: string[]): string[] {
  const alternatives: string[][] = [[]];
  for (let token = tokens.shift(); token !== undefined && token !== ')'; token = tokens.shift()) {
    if (token === '|') alternatives.push([]);
    else if (token !== '^' && token !== '$') {
      const part = token.startsWith('(') ? readAlternatives(tokens) : [symbolsOf(token)];
      alternatives.at(-1)?.push(...Array.from({ length: takeCount(tokens) }, () => part).flat());
    }
  }
  return alternatives[0] ?? [];
}

function symbolsOf(token: string): string {
  const expression = new RegExp(`^${token}$`, 'u');
  const symbols = [...openSymbols].filter((symbol) => expression.test(symbol)).join('');
  return symbols || token.replace('\\', '');
}

function takeCount(tokens: string[]): number {
  const [token = ''] = tokens;
  const [, least, comma, most] = /^\{(\d+)(,?)(\d*)\}$/.exec(token) ?? [];
  if (least === undefined && !/^[*+?]$/.test(token)) return 1;
  tokens.shift();
  if (least === undefined) return token === '?' ? 1 : usualCount;
  return comma ? Math.max(Number(least), Math.min(Number(most || usualCount), usualCount)) : Number(least);
}

function inPath(operationId: string, name: string): Schema {
  const parameters = operations.find(({ id }) => id === operationId)?.parameters ?? [];
  return resolve(parameters.find((parameter) => parameter.in === 'path' && parameter.name === name)?.schema);
}

function inAnswer(operationId: string, names: string[]): Schema {
  const responses = Object.entries(operations.find(({ id }) => id === operationId)?.responses ?? {});
  const [, success] = responses.find(([status]) => status.startsWith('2')) ?? [];
  const [media] = Object.values(success?.content ?? {});
  return fieldOf(media?.schema, names);
}

function inEvents(name: string): Schema[] {
  return listWebhookRequests().flatMap(({ body }) => {
    const schema = resolve(body?.schema);
    return (schema.anyOf ?? [schema]).map((event) => fieldOf(event, [name]));
  });
}

/** The schema of a field; of a list, that of its elements. */
function fieldOf(schema: Schema | undefined, [name, ...others]: string[]): Schema {
  const node = resolve(schema);
  if (node.items) return fieldOf(node.items, name === undefined ? [] : [name, ...others]);
  return name === undefined ? node : fieldOf(node.properties?.[name], others);
}

function resolve(schema: Schema | Reference = {}): Schema {
  return schema.$ref === undefined ? (schema as Schema) : resolve(resolveReference(schema.$ref) as Schema);
}
