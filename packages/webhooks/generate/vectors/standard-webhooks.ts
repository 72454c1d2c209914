import { type Bytes, digest, hmac } from './openssl.ts';
import { type Note, type TestCase, toVectorFile } from './vector-file.ts';

const standard = 'Standard Webhooks';

const notes = {
  Relay: {
    bugType: 'BASIC',
    description: 'The headers that the relay adds for the event with eventKey.',
    basis: standard,
  },
  AnySignature: {
    bugType: 'FUNCTIONALITY',
    description: 'One of several signatures is right. The others are by other secrets, or of other versions.',
    basis: standard,
  },
  StandardSecret: {
    bugType: 'FUNCTIONALITY',
    description: 'The secret is whsec_ and 24 to 64 bytes in base64, so those bytes are the key.',
    basis: standard,
  },
  TextSecret: {
    bugType: 'EDGE_CASE',
    description:
      'The secret has another form, so the bytes of its whole text in UTF-8 are the key, as for Service-Signature.',
    basis: 'our choice',
  },
  WrongKey: { bugType: 'AUTH_BYPASS', description: 'Another key has signed the request.', basis: standard },
  ModifiedContent: {
    bugType: 'AUTH_BYPASS',
    description: 'The signature is of another id, time or body.',
    basis: standard,
  },
  ModifiedSignature: { bugType: 'AUTH_BYPASS', description: 'The signature is wrong.', basis: standard },
  WrongForm: {
    bugType: 'MODIFIED_PARAMETER',
    description: 'The right HMAC is not written as v1, and base64.',
    basis: standard,
  },
  MissingHeader: { bugType: 'AUTH_BYPASS', description: 'A header is missing or empty.', basis: standard },
  Time: {
    bugType: 'AUTH_BYPASS',
    description: 'The right signature is too old or too new. The tolerance of five minutes is that of the libraries.',
    basis: standard,
  },
  LooseTime: {
    bugType: 'MALLEABILITY',
    description: 'The time is no integer, but some libraries read the signed one from it.',
    basis: 'our choice',
  },
  LooseSignature: {
    bugType: 'MALLEABILITY',
    description: 'Some libraries read the right signature from a header that is written otherwise.',
    basis: 'our choice',
  },
  MovedBoundary: {
    bugType: 'MALLEABILITY',
    description:
      'The signed text is the right one, but its points are at other places. Only an id without points excludes that.',
    basis: 'our choice',
  },
} satisfies Record<string, Note>;

/** Null if a header is missing. */
interface Headers {
  'webhook-id': string | null;
  'webhook-timestamp': string | null;
  'webhook-signature': string | null;
}

interface Case extends TestCase<keyof typeof notes> {
  headers: Headers;
  eventKey?: string;
}

const paid = '{"contractId":"milestone-1","status":"PAID","referenceId":"reference-1"}';
const eventKey = '["milestone-1","PAID","reference-1"]';
const nowInSeconds = 1_800_000_000;
const toleranceInSeconds = 300;

/** The relay's id of an event. */
const idOf = (key: string): string => `evt_${digest(key).toString('base64url')}`;
const id = idOf(eventKey);
const time = `${nowInSeconds}`;

/** A secret with its key. */
interface Keyed {
  secret: string;
  key: Uint8Array;
}

const textSecret = (secret: string): Keyed => ({ secret, key: Buffer.from(secret) });
const standardSecret = (key: Uint8Array): Keyed => ({ secret: `whsec_${Buffer.from(key).toString('base64')}`, key });
const bytes = (count: number): Buffer =>
  Buffer.from(Array.from({ length: count }, (_, index) => (index * 37 + 7) % 256));

const defaultSecret = standardSecret(bytes(24));

const mac = (content: Bytes, { key }: Pick<Keyed, 'key'> = defaultSecret): string =>
  hmac(content, key).toString('base64');
const sign = (content: Bytes, keyed?: Pick<Keyed, 'key'>): string => `v1,${mac(content, keyed)}`;
const headersOf = (signature: string | null, others: Partial<Headers> = {}): Headers => ({
  'webhook-id': id,
  'webhook-timestamp': time,
  'webhook-signature': signature,
  ...others,
});

const right = sign(`${id}.${time}.${paid}`);
const rightMac = right.slice('v1,'.length);
const v1 = (text: string): string => `v1,${text}`;

/** The headers of the relay, signed by each of its secrets. */
const relayed = (comment: string, body: string, secrets: Keyed[] = [defaultSecret], key = eventKey): Case => ({
  comment,
  flags: ['Relay'],
  body,
  headers: headersOf(secrets.map((each) => sign(`${idOf(key)}.${time}.${body}`, each)).join(' '), {
    'webhook-id': idOf(key),
  }),
  eventKey: key,
  result: 'valid',
});

const sent = (
  comment: string,
  signature: string | null,
  flag: Case['flags'][number],
  result: Case['result'],
): Case => ({
  comment,
  flags: [flag],
  body: paid,
  headers: headersOf(signature),
  result,
});
const refused = (comment: string, signature: string | null, flag: Case['flags'][number]): Case =>
  sent(comment, signature, flag, 'invalid');

/** The right signature of other headers. */
const signedWith = (
  comment: string,
  others: Partial<Headers>,
  flag: Case['flags'][number],
  result: Case['result'],
): Case => {
  const headers = headersOf(null, others);
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${paid}`;
  return { comment, flags: [flag], body: paid, headers: { ...headers, 'webhook-signature': sign(content) }, result };
};

/** Headers that were changed after the signature. */
const changed = (
  comment: string,
  others: Partial<Headers>,
  flag: Case['flags'][number],
  result: Case['result'] = 'invalid',
): Case => ({
  comment,
  flags: [flag],
  body: paid,
  headers: headersOf(right, others),
  result,
});

const secondsFromNow = (seconds: number): Partial<Headers> => ({ 'webhook-timestamp': `${nowInSeconds + seconds}` });

const tests: Case[] = [
  relayed('the event PAID', paid),
  relayed(
    'an event without a reference',
    '{"status":"COMPLETED"}',
    undefined,
    `sha256:${digest('{"status":"COMPLETED"}').toString('hex')}`,
  ),
  relayed('UTF-8 beyond ASCII', '{"contractId":"مرحلة-1","status":"PAID","referenceId":"é 🟢"}'),
  relayed('a byte order mark', `\ufeff${paid}`),
  relayed('a NUL', '{"status":"COMPLETED","note":"\0"}'),
  relayed('spaces and line ends', ' { "status" :\r\n\t"COMPLETED" }\n'),
  sent('a wrong signature first', `${sign('x')} ${right}`, 'AnySignature', 'valid'),
  sent('a wrong signature last', `${right} ${sign('x')}`, 'AnySignature', 'valid'),
  sent('signatures of other versions', `v1a,${rightMac} v2,x ${right}`, 'AnySignature', 'valid'),
  refused('another key', sign(`${id}.${time}.${paid}`, { key: bytes(25) }), 'WrongKey'),
  refused('the empty key', sign(`${id}.${time}.${paid}`, { key: bytes(0) }), 'WrongKey'),
  refused('the text of the secret', sign(`${id}.${time}.${paid}`, textSecret(defaultSecret.secret)), 'WrongKey'),
  refused('the body alone', sign(paid), 'ModifiedContent'),
  refused('without the time', sign(`${id}.${paid}`), 'ModifiedContent'),
  refused('without the id', sign(`${time}.${paid}`), 'ModifiedContent'),
  refused('another body', sign(`${id}.${time}.${paid} `), 'ModifiedContent'),
  changed('another id', { 'webhook-id': idOf('x') }, 'ModifiedContent'),
  changed('another time', secondsFromNow(-1), 'ModifiedContent'),
  changed('a point more', { 'webhook-id': `${id}.` }, 'ModifiedContent'),
  {
    comment: 'an id with the time, and the time from the body',
    flags: ['MovedBoundary'],
    body: '{}',
    headers: headersOf(sign(`${id}.1.${time}.{}`), { 'webhook-id': `${id}.1` }),
    result: 'acceptable',
  },
  refused(
    'the first digit is wrong',
    v1((rightMac.startsWith('A') ? 'B' : 'A') + rightMac.slice(1)),
    'ModifiedSignature',
  ),
  refused('zeros', v1(Buffer.alloc(32).toString('base64')), 'ModifiedSignature'),
  refused('cut', right.slice(0, -4), 'ModifiedSignature'),
  refused('no signature after the version', 'v1,', 'ModifiedSignature'),
  refused('the version alone', 'v1', 'ModifiedSignature'),
  refused('hex', v1(Buffer.from(rightMac, 'base64').toString('hex')), 'WrongForm'),
  refused('no version', rightMac, 'WrongForm'),
  refused('an equals sign after the version', `v1=${rightMac}`, 'WrongForm'),
  refused('an upper-case version', `V1,${rightMac}`, 'WrongForm'),
  refused('the version of asymmetric signatures', `v1a,${rightMac}`, 'WrongForm'),
  refused(
    'HMAC-SHA512',
    v1(hmac(`${id}.${time}.${paid}`, defaultSecret.key, 'sha512').toString('base64')),
    'WrongForm',
  ),
  refused('letters beyond ASCII', v1('é'.repeat(44)), 'WrongForm'),
  refused('no signature', null, 'MissingHeader'),
  refused('an empty signature', '', 'MissingHeader'),
  signedWith('no id', { 'webhook-id': null }, 'MissingHeader', 'invalid'),
  signedWith('an empty id', { 'webhook-id': '' }, 'MissingHeader', 'invalid'),
  signedWith('no time', { 'webhook-timestamp': null }, 'MissingHeader', 'invalid'),
  signedWith('an empty time', { 'webhook-timestamp': '' }, 'MissingHeader', 'invalid'),
  signedWith('as old as the tolerance', secondsFromNow(-toleranceInSeconds), 'Time', 'valid'),
  signedWith('too old', secondsFromNow(-toleranceInSeconds - 1), 'Time', 'invalid'),
  signedWith('as new as the tolerance', secondsFromNow(toleranceInSeconds), 'Time', 'valid'),
  signedWith('too new', secondsFromNow(toleranceInSeconds + 1), 'Time', 'invalid'),
  signedWith('milliseconds', { 'webhook-timestamp': `${time}000` }, 'Time', 'invalid'),
  signedWith('below zero', { 'webhook-timestamp': `-${time}` }, 'Time', 'invalid'),
  signedWith('zero', { 'webhook-timestamp': '0' }, 'Time', 'invalid'),
  signedWith('more digits than a number holds', { 'webhook-timestamp': '9'.repeat(400) }, 'Time', 'invalid'),
  signedWith('no number', { 'webhook-timestamp': 'now' }, 'Time', 'invalid'),
  signedWith('a signed fraction', { 'webhook-timestamp': `${time}.0` }, 'Time', 'invalid'),
  changed('a fraction', { 'webhook-timestamp': `${time}.0` }, 'LooseTime', 'acceptable'),
  changed('a sign', { 'webhook-timestamp': `+${time}` }, 'LooseTime', 'acceptable'),
  changed('a line end', { 'webhook-timestamp': `${time}\n` }, 'LooseTime', 'acceptable'),
  changed('digits of another script', { 'webhook-timestamp': '١٨٠٠٠٠٠٠٠٠' }, 'LooseTime', 'acceptable'),
  sent('no padding', right.slice(0, -1), 'LooseSignature', 'acceptable'),
  sent(
    'unused bits of the base64',
    `${right.slice(0, -2)}${nextLetter(right.at(-2))}=`,
    'LooseSignature',
    'acceptable',
  ),
  sent('the header twice', `${right}, ${right}`, 'LooseSignature', 'acceptable'),
  sent('a line end after', `${right}\n`, 'LooseSignature', 'acceptable'),
];

/** The next letter of base64. The last letter of 32 bytes has two unused bits, which are zero. */
function nextLetter(letter = ''): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  return alphabet.charAt(alphabet.indexOf(letter) + 1);
}

/** A group for a form of the secret: the headers of the relay, and those under what could be taken for its key. */
function secretGroup(comment: string, keyed: Keyed, wrongKey: Uint8Array): { secrets: Keyed[]; tests: Case[] } {
  const flag = keyed.key.length === keyed.secret.length ? 'TextSecret' : 'StandardSecret';
  return {
    secrets: [keyed],
    tests: [
      { ...relayed(comment, paid, [keyed]), flags: ['Relay', flag] },
      refused(`${comment}: the other reading`, sign(`${id}.${time}.${paid}`, { key: wrongKey }), 'WrongKey'),
    ],
  };
}

const base64Text = bytes(32).toString('base64');
const unpadded = base64Text.replace('=', '');
const newSecret = standardSecret(bytes(32));
const oldSecret = textSecret('whsec_sandbox');
const signatureBy = (keyed: Keyed) => sign(`${id}.${time}.${paid}`, keyed);

const groups: { secrets: Keyed[]; tests: Case[] }[] = [
  { secrets: [defaultSecret], tests },
  {
    secrets: [newSecret, oldSecret],
    tests: [
      relayed('while secrets are rotated', paid, [newSecret, oldSecret]),
      sent('the new secret', signatureBy(newSecret), 'AnySignature', 'valid'),
      sent('the old secret', signatureBy(oldSecret), 'AnySignature', 'valid'),
      refused('neither secret', right, 'WrongKey'),
    ],
  },
  secretGroup('64 bytes in base64', standardSecret(bytes(64)), Buffer.from(standardSecret(bytes(64)).secret)),
  secretGroup('a text', textSecret('whsec_sandbox'), Buffer.from('sandbox', 'base64')),
  secretGroup('a text beyond ASCII', { ...textSecret('clé-🔑') }, Buffer.from('clé-🔑', 'latin1')),
  secretGroup('too few bytes', textSecret(standardSecret(bytes(23)).secret), bytes(23)),
  secretGroup('too many bytes', textSecret(standardSecret(bytes(65)).secret), bytes(65)),
  secretGroup('base64 without whsec_', textSecret(base64Text), bytes(32)),
  secretGroup('base64 without padding', textSecret(`whsec_${unpadded}`), bytes(32)),
];

/** The content of `standard-webhooks.json`. */
export const createStandardWebhooksVectors = (): object =>
  toVectorFile({
    algorithm: 'HMACSHA256',
    header: [
      'Test vectors for the headers of Standard Webhooks (https://www.standardwebhooks.com) that @escrow-kit/relay adds: webhook-id, webhook-timestamp and webhook-signature, which has v1, and the HMAC-SHA256 of ID.TIMESTAMP.BODY in base64, once for each secret. The service itself does not send them.',
      'The form is that of Wycheproof (https://github.com/C2SP/wycheproof). A group has the secrets, the key of each in base64, and now, the time of the verifier in seconds since 1970. A test has body as text in UTF-8, or bodyBase64, and headers, each null if it is missing. A verifier accepts it if result is valid, refuses it if it is invalid, and may do either if it is acceptable. It never crashes.',
      'Tests with eventKey have the headers that the relay makes of that key, all secrets and the time now: webhook-id is evt_ and the SHA-256 of the key in base64url.',
      'Every HMAC and hash was computed by `openssl dgst -sha256 -mac HMAC -macopt hexkey:KEY` (OpenSSL 3), not by the code of the packages.',
    ],
    notes,
    testGroups: groups.map(({ secrets, tests: own }) => ({
      secrets: secrets.map(({ secret }) => secret),
      keysBase64: secrets.map(({ key }) => Buffer.from(key).toString('base64')),
      now: nowInSeconds,
      tests: own,
    })),
  });
