import {
  baseDocument,
  listWebhookRequests,
  openApiDocument,
  operations,
  resolveReference,
  type Schema,
} from '@escrow-kit/spec';
import { createValidator } from '@escrow-kit/spec/validate';
import { createId, createRandomText, latestIdTime } from './create-id.ts';

// The ids that the service gives. Each kind has the first of these formats that the document accepts wherever it describes such an id,
// which is tried at the start: the sandbox's own, whole numbers, uuids, texts of the document's pattern.

/** The fields with ids in the document, by kind: by operation, the parameter, or the field of an answer or a body. */
const fieldsByKind = {
  contract: {
    path: { addMilestones: 'contractId', addParties: 'contractId' },
    answer: { createContract: 'data.id', addMilestones: 'data.parentContractId' },
  },
  milestone: {
    path: { startPayment: 'milestoneId' },
    answer: { addMilestones: 'data.milestones.id' },
    body: { contractEvent: 'contractId' },
  },
  reference: { body: { contractEvent: 'referenceId' } },
  user: {
    path: {
      ...{ addBankAccount: 'serviceUserId', addAddress: 'serviceUserId', submitNationalId: 'userId' },
      ...{ legacyAddIban: 'id', legacyAddAddress: 'id' },
    },
    answer: { registerCustomer: 'serviceUserId', legacySignUp: 'data.id' },
  },
  identification: { answer: { registerCustomer: 'userIdentification' } },
  bank: { answer: { addBankAccount: 'data.id', legacyAddIban: 'data.id' } },
  address: { answer: { addAddress: 'data.id', legacyAddAddress: 'data.id' } },
  client: { path: { startPayment: 'clientId' }, body: { requestTicket: 'client_id' } },
  usr: {
    path: { getUser: 'userId', updateUser: 'userId' },
    answer: { linkUser: 'data.user_id', getUser: 'data.user_id', updateUser: 'data.user_id' },
  },
  record: { path: { getGenericContract: 'id', updateGenericMilestone: 'id', getPayment: 'id', deleteWebhook: 'id' } },
};

/** What the service gives ids to. */
type IdKind = keyof typeof fieldsByKind;

/** How ids are written: one for each of `count` numbers from `first` on, in their order. */
interface IdFormat {
  first: number;
  count: number;
  write(number: number): string;
  /** The number of an id. Of another text, any number. */
  read(id: string): number;
  /** Why the document does not accept such ids. */
  problem?: string;
}

let lastNumber: number | undefined;

/** Creates the number of an id; a user is stored by it. It is larger than the one before, also than those of an earlier process. */
export function createIdNumber(kind: IdKind): number {
  const { first, count } = formatOf(kind);
  lastNumber = (lastNumber ?? latestIdTime() * 1000) + 1;
  return first + (lastNumber % count);
}

/** Creates a unique id, which sorts by its creation. */
export function createServiceId(kind: IdKind): string {
  return formatOf(kind).write(createIdNumber(kind));
}

/** The id of the default tenant's client, which is always the same. */
export function defaultClientId(): string {
  return formatOf('client').write(formatOf('client').first);
}

/** Writes the id of a user whose number is stored: the number itself, unless the document wants another form. */
export function writeUserId(number: number, kind: 'user' | 'identification' = 'user'): number | string {
  const id = formatOf(kind).write(number);
  return id === String(number) ? number : id;
}

/** The number of a user, from the id in a path; undefined if it is none. */
export function readUserId(id: string): number | undefined {
  const number = formatOf('user').read(id);
  return Number.isSafeInteger(number) && formatOf('user').write(number) === id ? number : undefined;
}

/** Says which ids the sandbox cannot write as the document has them; undefined if it can write all. */
export function findIdProblem(): string | undefined {
  const kinds = Object.keys(fieldsByKind) as IdKind[];
  return kinds.map((kind) => formatOf(kind).problem).find((problem) => problem !== undefined);
}

const formats: { [Kind in IdKind]?: IdFormat } = {};

function formatOf(kind: IdKind): IdFormat {
  formats[kind] ??= chooseFormat(kind);
  return formats[kind];
}

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}';

/** Fewer ids than these would soon be used up. */
const leastCount = 1000;

function chooseFormat(kind: IdKind): IdFormat {
  const own = ownFormat(kind);
  // The kit's own document accepts the sandbox's own ids, so the usual start tries nothing.
  if (openApiDocument === baseDocument) return own;
  const fields = listIdFields(kind);
  const schemas = fields.map(({ schema }) => schema);
  const patterns = [uuid, ...schemas.flatMap(({ pattern }) => pattern ?? [])];
  const candidates = [own, wholeNumbers(schemas), ...patterns.map(textsOf)].filter(({ count }) => count >= leastCount);
  const format = candidates.find((candidate) => fields.every((field) => isAccepted(candidate, field)));
  if (format) return format;
  const acceptsNone = (field: IdField) => !candidates.some((candidate) => isAccepted(candidate, field));
  const field = fields.find(acceptsNone) ?? fields.find((each) => !isAccepted(own, each));
  const notes = /^(x-|description$|example$)/;
  const described = JSON.stringify(field?.schema, (key, value) => (notes.test(key) ? undefined : value));
  const problem = `The sandbox cannot create IDs of a ${kind} in the document's form: ${field?.name} is ${described}. Remove that form from the sandbox's overlay.`;
  return { ...own, problem };
}

function isAccepted({ first, count, write }: IdFormat, { accepts }: IdField): boolean {
  return [first, first + count - 1].every((number) => accepts(write(number)));
}

const largest = Number.MAX_SAFE_INTEGER;

function ownFormat(kind: IdKind): IdFormat {
  if (kind === 'user' || kind === 'identification') return wholeNumbers([]);
  const texts: IdFormat = { first: 0, count: largest, write: () => createId(kind), read: Number };
  if (kind !== 'client') return texts;
  return { ...texts, write: (number) => (number === 0 ? 'sandbox-client' : `client-${createRandomText(12)}`) };
}

/** Whole numbers within the bounds, all with equally many digits, so that they sort as texts, too. */
function wholeNumbers(schemas: Schema[]): IdFormat {
  const most = schemas.map(({ maximum = largest }) => Number(maximum));
  const last = Math.min(largest, ...most, schemas.some(({ format }) => format === 'int32') ? 2 ** 31 - 1 : largest);
  const first = Math.max(10 ** (String(last).length - 1), ...schemas.map(({ minimum = 0 }) => Number(minimum)));
  return { first, count: last - first + 1, write: String, read: Number };
}

/** What may stand at a position that a pattern leaves open, in the order of a sorted list. */
const openSymbols = [...'-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz'];

/** Texts of a pattern: a number, written with the symbols that each of their positions may have. */
function textsOf(pattern: string): IdFormat {
  const positions = readPattern(pattern).map((token) => {
    const isClass = /^(\[.*\]|\\[dw]|\.)$/su.test(token);
    return isClass ? openSymbols.filter((symbol) => new RegExp(token, 'u').test(symbol)) : [token.replace('\\', '')];
  });
  const write = (number: number): string => {
    let rest = number;
    return positions.reduceRight((text, symbols) => {
      const symbol = symbols[rest % symbols.length];
      rest = Math.floor(rest / symbols.length);
      return symbol + text;
    }, '');
  };
  const count = positions.reduce((product, symbols) => Math.min(product * symbols.length, largest), 1);
  const read = (id: string): number =>
    positions.reduce((number, symbols, position) => number * symbols.length + symbols.indexOf(id.charAt(position)), 0);
  return { first: 0, count, write, read };
}

/** How often a part is repeated that may be repeated without an end: enough for a time in milliseconds and three digits. */
const usualCount = 16;

/**
 * The character or class at each position of a text that matches a pattern of texts, classes, groups and counts, of alternatives the first.
 * Of another pattern, anything: what is made of it is tried.
 */
function readPattern(pattern: string): string[] {
  const symbol = String.raw`\\.|\[(?:\\.|[^\]])*\]`;
  const count = String.raw`(\{\d+(?:,\d*)?\}|[*+?])?`;
  const group = new RegExp(String.raw`\((?:\?:)?((?:${symbol}|[^()[\\])*)\)${count}`, 'su');
  let flat = `(${pattern})`;
  while (group.test(flat)) {
    flat = flat.replace(group, (_group, inner: string, times) => inner.replace(/\|.*/su, '').repeat(timesOf(times)));
  }
  const tokens = [...flat.matchAll(new RegExp(`(${symbol}|[^^$])${count}`, 'gsu'))];
  return tokens.flatMap(([, token = '', times]) => Array<string>(timesOf(times)).fill(token));
}

function timesOf(count = '{1}'): number {
  const [least = 1, most = least] = (count.match(/\d+/g) ?? []).map(Number);
  return Math.max(least, Math.min(/[*+]|,\}/.test(count) ? usualCount : most, usualCount));
}

/** A field or parameter for which the document describes an id. */
interface IdField {
  /** Such as `contractId in the path of addMilestones`. */
  name: string;
  schema: Schema;
  /** Whether the document's own validator accepts an id there. */
  accepts(id: string): boolean;
}

function listIdFields(kind: IdKind): IdField[] {
  return Object.entries(fieldsByKind[kind]).flatMap(([part, fields]) =>
    Object.entries<string>(fields).flatMap(([operationId, field]) => {
      const name = `${field} in the ${part} of ${operationId}`;
      const schemas = schemasOf(schemaOf(operationId, part), field.split('.'));
      return schemas.map((schema) => ({ name, schema, accepts: validatorOf(schema) }));
    }),
  );
}

function schemaOf(operationId: string, part: string): Schema {
  const operation = [...operations, ...listWebhookRequests()].find(({ id }) => id === operationId);
  if (part === 'body') return operation?.body?.schema ?? {};
  if (part === 'path') {
    const parameters = operation?.parameters.filter((parameter) => parameter.in === 'path') ?? [];
    return { properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, schema])) };
  }
  const [, success] = Object.entries(operation?.responses ?? {}).find(([status]) => status.startsWith('2')) ?? [];
  return Object.values(success?.content ?? {})[0]?.schema ?? {};
}

/** The schemas of a field: one for each alternative that has it. A list stands for its elements. */
function schemasOf(schema: Schema, [name, ...others]: string[]): Schema[] {
  const node = schema.$ref === undefined ? schema : (resolveReference(schema.$ref) as Schema);
  if (name === undefined) return [node];
  const parts = [node.items ?? [], node.anyOf ?? []].flat();
  const field = node.properties?.[name];
  return [...(field ? schemasOf(field, others) : []), ...parts.flatMap((part) => schemasOf(part, [name, ...others]))];
}

function validatorOf(schema: Schema): IdField['accepts'] {
  const isNumber = schema.type === 'integer' || schema.type === 'number';
  try {
    const validate = createValidator(schema);
    return (id) => {
      const value = isNumber ? Number(id) : id;
      return String(value) === id && validate(value).length === 0;
    };
  } catch {
    // The schema has a keyword that the validator cannot read, so every call would fail.
    return () => false;
  }
}
