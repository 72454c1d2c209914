import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { type DocumentedOperation, fillPath, listOperations, listWebhookRequests, type Schema } from '@escrow-kit/spec';
import fc from 'fast-check';
import { resolveSchema } from '../../../src/explore/resolve-schema.ts';
import type { CapturedBody, RawExchange } from '../../../src/observe/raw-exchange.ts';

const webhooks = listWebhookRequests();

/** Every operation and webhook, and a call that the document does not have. */
const operations: readonly (DocumentedOperation | undefined)[] = [...listOperations(), ...webhooks, undefined];

const names = ['token', 'cookie', 'phone', 'iban', 'nationalId', 'name', 'email', 'otp'] as const;

type Canaries = Record<(typeof names)[number], string>;

/** Secrets and personal data that nothing else in an exchange is like. */
const canaries: fc.Arbitrary<Canaries> = fc.integer().map((seed) => {
  const hash = (name: string): Buffer => createHash('sha256').update(`${seed} ${name}`).digest();
  const digits = (name: string, count: number): string =>
    `7${BigInt(`0x${hash(name).toString('hex')}`)}`.slice(0, count);
  // Without vowels, so that no word is like a part of them.
  const letters = (name: string): string =>
    [...hash(name).toString('hex')].map((digit) => 'bcdfghjklmnpqrst'[Number.parseInt(digit, 16)]).join('');
  return {
    token: `tok_${hash('token').toString('hex').slice(0, 24)}`,
    cookie: hash('cookie').toString('base64').slice(0, 24),
    phone: `+${digits('phone', 12)}`,
    iban: `SA${digits('iban', 22)}`,
    nationalId: digits('nationalId', 10),
    name: `Z${letters('first').slice(0, 9)} Q${letters('last').slice(0, 9)}`,
    email: `${letters('email').slice(0, 12)}@shop.example`,
    otp: digits('otp', 7),
  };
});

/** How a service may repeat what it got. */
const echoes: Record<string, (canary: string) => string> = {
  plain: (canary) => canary,
  inText: (canary) => `E_${canary}`,
  upper: (canary) => canary.toUpperCase(),
  separated: (canary) => canary.replaceAll(/(.{4})/g, '$1-'),
  url: encodeURIComponent,
  base64: (canary) => Buffer.from(canary).toString('base64'),
  shiftedBase64: (canary) => Buffer.from(`u:${canary}`).toString('base64'),
  hex: (canary) => Buffer.from(canary).toString('hex'),
  firstPart: (canary) => canary.slice(0, 12),
  word: (canary) => `OF_${canary.split(/[ @]/)[0]}`,
  lastPart: (canary) => canary.slice(-12),
};

/** An exchange that has canaries wherever the document marks something as sensitive, and repeats one of them everywhere else. */
export const plantedExchanges: fc.Arbitrary<{ exchange: RawExchange; planted: Partial<Canaries> }> = fc
  .record({
    operation: fc.constantFrom(...operations),
    canaries,
    repeated: fc.constantFrom(...names),
    echo: fc.constantFrom(...Object.values(echoes)),
    status: fc.constantFrom(200, 201, 400, 401, 403, 404, 422, 500),
    isCompressed: fc.boolean(),
    hasProfile: fc.boolean(),
    isMalformed: fc.boolean(),
    answer: fc.constantFrom('documented', 'unknown', 'text'),
  })
  .map(plant);

interface Choices {
  operation: DocumentedOperation | undefined;
  canaries: Canaries;
  repeated: keyof Canaries;
  echo: (canary: string) => string;
  status: number;
  isCompressed: boolean;
  hasProfile: boolean;
  isMalformed: boolean;
  answer: string;
}

function plant(choices: Choices): { exchange: RawExchange; planted: Partial<Canaries> } {
  const { operation, canaries: own, echo } = choices;
  const schemas = schemasOf(choices);
  const planted: Partial<Canaries> = { token: own.token, cookie: own.cookie };
  const plantOne = (name: keyof Canaries): string => {
    planted[name] = own[name];
    return own[name];
  };
  // Names that tell what the values are, in a body that the document does not have.
  const profile = choices.hasProfile
    ? Object.fromEntries(names.map((name) => [`my_${name === 'name' ? 'fullName' : name}`, plantOne(name)]))
    : {};
  const build = (repeat: string): [request: object, answer: unknown] => [
    { ...(fillIn(schemas.request, plantOne, repeat) as object), ...profile },
    choices.answer === 'documented' ? fillIn(schemas.answer, plantOne, repeat) : unknownAnswer(own.token, repeat),
  ];
  // Built once to know what is planted: only that can be told from other values.
  build('');
  const repeat = echo(planted[choices.repeated] ?? own.token);
  const [request, answer] = build(repeat);
  const isForm = operation?.mediaType === 'application/x-www-form-urlencoded';
  const sent = isForm ? new URLSearchParams(request as Record<string, string>).toString() : JSON.stringify(request);
  const came = choices.answer === 'text' ? `Refused: ${repeat}` : JSON.stringify(answer);
  const text = { sent: choices.isMalformed && !isForm ? sent.slice(0, -1) : sent, came };
  return { planted, exchange: toExchange(choices, { repeat, ...text, isForm }) };
}

function schemasOf({ operation, status }: Choices): { request: Schema; answer: Schema } {
  const response = operation?.responses[status] ?? operation?.responses['200'] ?? operation?.responses['default'];
  const [media] = Object.values(response?.content ?? {});
  return { request: operation?.body?.schema ?? {}, answer: media?.schema ?? {} };
}

const unknownAnswer = (token: string, repeat: string): object => ({
  error: { code: repeat, message: `No: ${repeat}`, details: { field: repeat, value: repeat } },
  deep: [{ deeper: { [repeat]: repeat, list: [repeat, [repeat]] } }],
  access_token: token,
});

function toExchange(
  { operation, canaries: own, status, isCompressed }: Choices,
  { repeat, sent, came, isForm }: { repeat: string; sent: string; came: string; isForm: boolean },
): RawExchange {
  const isEvent = operation !== undefined && webhooks.includes(operation);
  const path = operation && !isEvent ? fillWith(operation, repeat) : `/hooks/${encodeURIComponent(repeat)}`;
  const query = new URLSearchParams({
    redirectUrl: `https://shop.example/?r=${repeat}`,
    paymentType: repeat,
    [repeat]: repeat,
  });
  const encoding: [string, string][] = isCompressed ? [['Content-Encoding', 'gzip']] : [];
  return {
    kind: isEvent ? 'event' : 'call',
    startedAt: 0,
    durationInMs: 1,
    method: operation?.method ?? 'POST',
    target: `${path}?${query}`,
    requestHeaders: [
      ['Authorization', `Bearer ${own.token}`],
      ['Cookie', `theme=dark; sid=${own.cookie}`],
      ['Service-Signature', `sha256=${Buffer.from(own.token).toString('hex')}`],
      ['X-Trace', repeat],
      ['Content-Type', `${isForm ? 'application/x-www-form-urlencoded' : 'application/json'}; note=${repeat}`],
      [repeat.replaceAll(/[^a-z\d]/gi, '-'), repeat],
    ],
    requestBody: toBody(Buffer.from(sent)),
    response: {
      status,
      headers: [
        ['Content-Type', `application/json;${repeat}`],
        ['Set-Cookie', `sid=${own.cookie}; Path=/`],
        ['X-Request', repeat],
        ['Retry-After', repeat],
        ...encoding,
      ],
      body: toBody(isCompressed ? gzipSync(came) : Buffer.from(came)),
      trailers: [['X-Trailer', repeat]],
    },
    failure: repeat,
  };
}

const toBody = (bytes: Uint8Array): CapturedBody => ({ bytes, isComplete: true });

const fillWith = ({ path, parameters }: DocumentedOperation, value: string): string =>
  fillPath(path, Object.fromEntries(parameters.filter((each) => each.in === 'path').map(({ name }) => [name, value])));

type PlantOne = (name: keyof Canaries) => string;

/** A value of a schema: canaries where it is marked, and `repeat` for every other text. */
function fillIn(schema: Schema, plantOne: PlantOne, repeat: string): unknown {
  const resolved = resolveSchema(schema);
  const { type, properties, items, enum: values, additionalProperties, 'x-sensitive': mark } = resolved;
  const [branch] = resolved.oneOf ?? resolved.anyOf ?? [];
  if (branch) return fillIn(branch, plantOne, repeat);
  if (mark) return fillInMarked(resolved, plantOne);
  if (type === 'array') return [fillIn(items ?? {}, plantOne, repeat), fillIn(items ?? {}, plantOne, repeat)];
  if (type !== 'object') return values?.[0] ?? { number: 42, integer: 42, boolean: true }[String(type)] ?? repeat;
  const members = Object.entries(properties ?? {}).map(([name, property]) => [
    name,
    fillIn(property, plantOne, repeat),
  ]);
  const mapped = additionalProperties?.$ref ? [[repeat, fillIn(additionalProperties, plantOne, repeat)]] : [];
  return Object.fromEntries([...members, ...mapped]);
}

function fillInMarked({ type, pattern = '', description = '' }: Schema, plantOne: PlantOne): unknown {
  if (type === 'object') return { [plantOne('phone')]: plantOne('email'), note: plantOne('name') };
  if (type === 'number') return Number(plantOne('otp'));
  if (pattern.includes('SA')) return plantOne('iban');
  if (/phone/i.test(description)) return plantOne('phone');
  if (/mail/i.test(description)) return plantOne('email');
  if (/identity/i.test(description)) return plantOne('nationalId');
  return plantOne(/token|secret|password|ticket/i.test(description) ? 'token' : 'name');
}

/** What of a canary no kept text may contain, without case and separators. */
export const formsOf = (canary: string): string[] =>
  Object.values(echoes)
    // The ends depend on what is beside it, in base64.
    .map((echo) => toPlain(echo(canary)).slice(2, -2))
    .filter(({ length }) => length > 4);

export const toPlain = (text: string): string => text.toLowerCase().replaceAll(/[^a-z\d]/g, '');
