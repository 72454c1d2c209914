import { createHash, createHmac } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { type DocumentedOperation, fillPath, listOperations, listWebhookRequests, type Schema } from '@escrow-kit/spec';
import fc from 'fast-check';
import { resolveSchema } from '../../../src/observe/judge/document-rules.ts';
import type { CapturedBody, RawExchange } from '../../../src/observe/raw-exchange.ts';

const webhooks = listWebhookRequests();

/** Every operation and webhook, and a call that the document does not have. */
const operations: readonly (DocumentedOperation | undefined)[] = [...listOperations(), ...webhooks, undefined];

const names = ['token', 'cookie', 'phone', 'iban', 'nationalId', 'name', 'email', 'otp'] as const;

/** What the judge is given. */
export const plantedSecret = 'whsec_bdfhj79gk2mq';

type Canaries = Record<(typeof names)[number] | 'webhookSecret', string>;

/** Canaries that their form alone tells, where nothing else in the exchange marks them. */
const telling = ['token', 'phone', 'iban', 'nationalId', 'email'] as const;

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
    webhookSecret: plantedSecret,
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
    repeated: fc.constantFrom(...names, 'webhookSecret' as const),
    unmarked: fc.constantFrom(...telling),
    isBracketed: fc.boolean(),
    path: fc.constantFrom('/hooks/%', '/%/profile', '/v1/%/orders', '/customers/17/%', '/a/%/17/%'),
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
  /** Is in the place of names, whose form alone has to tell it. */
  unmarked: (typeof telling)[number];
  /** Whether it looks like a step to an alternative. */
  isBracketed: boolean;
  /** A path that the document does not have. */
  path: string;
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
  const planted: Partial<Canaries> = { token: own.token, cookie: own.cookie, webhookSecret: plantedSecret };
  const plantOne = (name: keyof Canaries): string => {
    planted[name] = own[name];
    return own[name];
  };
  // Names that tell what the values are, in a body that the document does not have.
  const profile = choices.hasProfile
    ? Object.fromEntries(names.map((name) => [`my_${name === 'name' ? 'fullName' : name}`, plantOne(name)]))
    : {};
  const build = (repeat: string): [request: object, answer: unknown] => [
    { ...(fillIn(schemas.request, { plantOne, repeat, name }) as object), ...profile },
    choices.answer === 'documented'
      ? fillIn(schemas.answer, { plantOne, repeat, name })
      : { ...unknownAnswer(own.token, repeat), [name]: [{ [name]: 1 }, name] },
  ];
  const name = `${own[choices.unmarked]}${choices.isBracketed ? '[x=y' : ''}`;
  // Built once to know what is planted: only that can be told from other values.
  build('');
  const repeat = echo(planted[choices.repeated] ?? own.token);
  planted[choices.unmarked] = own[choices.unmarked];
  const [request, answer] = build(repeat);
  const isForm = operation?.mediaType === 'application/x-www-form-urlencoded';
  const sent = isForm ? new URLSearchParams(request as Record<string, string>).toString() : JSON.stringify(request);
  const came = choices.answer === 'text' ? `Refused: ${repeat}` : JSON.stringify(answer);
  const text = { sent: choices.isMalformed && !isForm ? sent.slice(0, -1) : sent, came };
  return { planted, exchange: toExchange(choices, { repeat, name, ...text, isForm }) };
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
  { operation, canaries: own, status, isCompressed, path: unknown }: Choices,
  { repeat, name, sent, came, isForm }: { repeat: string; name: string; sent: string; came: string; isForm: boolean },
): RawExchange {
  const isEvent = operation !== undefined && webhooks.includes(operation);
  const segment = encodeURIComponent(status < 300 ? repeat : name);
  const path = operation && !isEvent ? fillWith(operation, repeat) : unknown.replaceAll('%', () => segment);
  const hmac = createHmac('sha256', plantedSecret).update(sent).digest('hex');
  const query = new URLSearchParams({
    redirectUrl: `https://shop.example/?r=${repeat}`,
    paymentType: repeat,
    [repeat]: repeat,
    [name]: repeat,
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
      [`X-Check-1`, `${repeat}=${hmac}`],
      [`X-Check-2`, `${repeat.slice(0, 8)}:${hmac}`],
      [`X-Check-3`, `${name}=${hmac}`],
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

interface Filling {
  plantOne: PlantOne;
  repeat: string;
  name: string;
}

/** A value of a schema: canaries where it is marked or stands for a name, and `repeat` for every other text. */
function fillIn(schema: Schema, filling: Filling): unknown {
  const { plantOne, repeat, name } = filling;
  const resolved = resolveSchema(schema);
  const { type, properties, items, enum: values, additionalProperties, 'x-sensitive': mark, discriminator } = resolved;
  const [branch] = resolved.oneOf ?? resolved.anyOf ?? [];
  if (branch && discriminator) return { ...(fillIn(branch, filling) as object), [discriminator.propertyName]: name };
  if (branch) return fillIn(branch, filling);
  if (mark) return fillInMarked(resolved, plantOne);
  if (type === 'array') return [fillIn(items ?? {}, filling), fillIn(items ?? {}, filling)];
  if (type !== 'object') return values?.[0] ?? { number: 42, integer: 42, boolean: true }[String(type)] ?? repeat;
  const members = Object.entries(properties ?? {}).map(([key, property]) => [key, fillIn(property, filling)]);
  const mapped = additionalProperties?.$ref ? [[repeat, fillIn(additionalProperties, filling)]] : [];
  return Object.fromEntries([...members, ...mapped, [name, repeat]]);
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

/** Without labels, whose random digits may be those of a canary by chance. */
export const toPlain = (text: string): string =>
  text
    .replaceAll(/\b(token|event|call|digest)-[\da-f]{10}\b/g, '')
    .toLowerCase()
    .replaceAll(/[^a-z\d]/g, '');
