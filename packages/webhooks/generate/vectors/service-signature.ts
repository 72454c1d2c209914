import { type Bytes, digest, hmac } from './openssl.ts';
import { type Note, type TestCase, toVectorFile } from './vector-file.ts';

const notes = {
  Signed: { bugType: 'BASIC', description: 'The signature is right.', basis: 'HOOK-2' },
  AnyContent: {
    bugType: 'FUNCTIONALITY',
    description:
      'The signature is right, and the body holds an unknown event or none: that does not concern the signature.',
    basis: 'HOOK-2, HOOK-8',
  },
  RawBody: {
    bugType: 'FUNCTIONALITY',
    description:
      'The signature is right, and of the bytes as they came. A verifier that decodes, trims or parses the body first has others.',
    basis: 'HOOK-2',
  },
  UpperCaseHex: {
    bugType: 'FUNCTIONALITY',
    description: 'The case of the hex digits is not shown, so both are taken.',
    basis: 'HOOK-2',
  },
  UnusualSecret: {
    bugType: 'EDGE_CASE',
    description: 'The key is the bytes of the secret in UTF-8, whatever they look like.',
    basis: 'HOOK-2; the encoding is our choice',
  },
  Rotation: {
    bugType: 'FUNCTIONALITY',
    description: 'While a new secret replaces an old one, a body that either has signed is accepted.',
    basis: 'our choice',
  },
  ModifiedBody: { bugType: 'AUTH_BYPASS', description: 'The signature is of another body.', basis: 'HOOK-2' },
  RewrittenJson: {
    bugType: 'AUTH_BYPASS',
    description: 'The body has the same meaning as the signed one, but was parsed and written again.',
    basis: 'HOOK-2',
  },
  ModifiedSignature: {
    bugType: 'AUTH_BYPASS',
    description: 'Some digits of the signature are wrong.',
    basis: 'HOOK-2',
  },
  WrongSecret: { bugType: 'AUTH_BYPASS', description: 'Another secret has signed the body.', basis: 'HOOK-2' },
  WrongAlgorithm: {
    bugType: 'AUTH_BYPASS',
    description: 'The signature was computed in another way than HMAC-SHA256 of the body under the secret.',
    basis: 'HOOK-2',
  },
  WrongEncoding: {
    bugType: 'MODIFIED_PARAMETER',
    description: 'The right HMAC is not written as 64 hex digits.',
    basis: 'HOOK-2',
  },
  WrongPrefix: {
    bugType: 'MODIFIED_PARAMETER',
    description: 'The text before the right digits is not sha256=.',
    basis: 'HOOK-2',
  },
  WrongLength: {
    bugType: 'AUTH_BYPASS',
    description: 'The signature has too few or too many digits. A verifier must not compare only those that came.',
    basis: 'HOOK-2',
  },
  MissingSignature: { bugType: 'AUTH_BYPASS', description: 'The header is missing or empty.', basis: 'HOOK-2' },
  RepeatedHeader: {
    bugType: 'MALLEABILITY',
    description:
      'The header came twice; servers join its values with a comma. Software on the way may check the other one.',
    basis: 'our choice',
  },
  WhiteSpace: {
    bugType: 'MALLEABILITY',
    description:
      'There is white space before or after the value, which HTTP servers remove. A verifier may remove it as well.',
    basis: 'our choice',
  },
  NotHex: {
    bugType: 'AUTH_BYPASS',
    description: 'A character of the signature is not a hex digit. A verifier must refuse it, and must not fail.',
    basis: 'HOOK-2',
  },
} satisfies Record<string, Note>;

interface Case extends TestCase<keyof typeof notes> {
  /** The value of the header; null if it is missing. */
  signature: string | null;
}

const prefix = 'sha256=';
const secret = 'whsec_sandbox';
const paid = '{"contractId":"milestone-1","status":"PAID","referenceId":"reference-1"}';
const longBodyInBytes = 65_536;

/** The header that the service sends. */
const sign = (body: Bytes, key: Bytes = secret): string => prefix + hmac(body, key).toString('hex');

const right = sign(paid);
const digits = right.slice(prefix.length);

type Flag = keyof typeof notes;

/** A body with its right signature. */
const signed = (comment: string, body: Bytes, flag: Flag = 'RawBody', key: string = secret): Case => ({
  comment,
  flags: [flag],
  body,
  signature: sign(body, key),
  result: 'valid',
});

/** Another body with the right signature of the signed one. */
const rewritten = (comment: string, body: Bytes, flag: Flag = 'RewrittenJson', original: Bytes = paid): Case => ({
  comment,
  flags: [flag],
  body,
  signature: sign(original),
  result: 'invalid',
});

/** An event of PAID with a header that is refused. */
const refused = (comment: string, signature: string | null, flag: Flag): Case => ({
  comment,
  flags: [flag],
  body: paid,
  signature,
  result: 'invalid',
});

const withDigits = (comment: string, hex: string, flag: Flag): Case => refused(comment, prefix + hex, flag);
const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
const changedDigit = (digit: string | undefined): string => (digit === '0' ? '1' : '0');

const accepted: Case[] = [
  signed('the event PAID', paid, 'Signed'),
  signed('the event CASHOUT_IN_PROGRESS', '{"contractId":"milestone-1","status":"CASHOUT_IN_PROGRESS"}', 'Signed'),
  signed('the event COMPLETED, with a status alone', '{"status":"COMPLETED"}', 'Signed'),
  signed('an unknown status', '{"contractId":"milestone-1","status":"REFUNDED"}', 'AnyContent'),
  signed(
    'unknown fields',
    '{"contractId":"milestone-1","status":"COMPLETED","amount":1e2,"by":{"id":null}}',
    'AnyContent',
  ),
  signed('JSON without an event', '[]', 'AnyContent'),
  signed('no JSON', 'contractId=milestone-1&status=PAID+%20', 'AnyContent'),
  signed('an empty body', '', 'AnyContent'),
  signed('UTF-8 beyond ASCII', '{"contractId":"مرحلة-1","status":"PAID","referenceId":"référence 🟢"}'),
  signed('characters that could be composed', '{"contractId":"e\u0301","status":"PAID","referenceId":"\u212b"}'),
  signed('escaped characters', '{"contractId":"\\u006d\\/1","status":"PAID","referenceId":"\\ud83d\\udfe2"}'),
  signed('a field that comes twice', '{"status":"PAID","status":"COMPLETED"}'),
  signed('spaces and line ends', '{ "status" :\r\n\t"COMPLETED" }\n'),
  signed('white space around the JSON', '\r\n {"status":"COMPLETED"} \n\n'),
  signed('a byte order mark', `\ufeff${paid}`),
  signed('bytes that are not UTF-8', Buffer.of(0xff, 0xfe, 0x00)),
  signed('text in Latin-1', latin1('{"contractId":"étape","status":"COMPLETED"}')),
  signed('UTF-8 that ends within a character', Buffer.from('{"status":"é').subarray(0, -1)),
  signed('a NUL in the middle', '{"status":"COMPLETED","note":"\0"}'),
  signed('a NUL at the end', `${paid}\0`),
  signed('64 kB', `${paid.slice(0, -1)},"note":"${'a'.repeat(longBodyInBytes - paid.length - 10)}"}`),
  { ...signed('upper-case digits', paid, 'UpperCaseHex'), signature: prefix + digits.toUpperCase() },
  {
    ...signed('digits of both cases', paid, 'UpperCaseHex'),
    signature: prefix + digits.replace(/[a-f]/, (digit) => digit.toUpperCase()),
  },
];

const otherBodies: Case[] = [
  rewritten('another milestone', paid.replace('milestone-1', 'milestone-2'), 'ModifiedBody'),
  rewritten('a space more', `${paid} `, 'ModifiedBody'),
  rewritten('a NUL more', `${paid}\0`, 'ModifiedBody'),
  rewritten('a byte less', paid.slice(0, -1), 'ModifiedBody'),
  rewritten('empty', '', 'ModifiedBody'),
  rewritten('a byte order mark more', `\ufeff${paid}`, 'ModifiedBody'),
  rewritten('a byte order mark less', paid, 'ModifiedBody', `\ufeff${paid}`),
  rewritten('a line end less', paid, 'ModifiedBody', `${paid}\n`),
  rewritten('another line end', '{\n"status":"COMPLETED"}', 'ModifiedBody', '{\r\n"status":"COMPLETED"}'),
  rewritten(
    'a replacement character for bytes that are not UTF-8',
    '{"status":"COMPLETED","note":"\ufffd"}',
    'ModifiedBody',
    latin1('{"status":"COMPLETED","note":"\xff"}'),
  ),
  rewritten(
    'composed characters',
    '{"status":"PAID","note":"\u00e9"}',
    'ModifiedBody',
    '{"status":"PAID","note":"e\u0301"}',
  ),
  rewritten(
    'written again with spaces',
    '{"contractId": "milestone-1", "status": "PAID", "referenceId": "reference-1"}',
  ),
  rewritten('written again on several lines', JSON.stringify(JSON.parse(paid), null, 2)),
  rewritten(
    'written again in another order',
    '{"status":"PAID","contractId":"milestone-1","referenceId":"reference-1"}',
  ),
  rewritten(
    'written again with escaped slashes',
    '{"status":"COMPLETED","note":"a\\/b"}',
    'RewrittenJson',
    '{"status":"COMPLETED","note":"a/b"}',
  ),
  rewritten(
    'written again with escaped characters',
    '{"status":"COMPLETED","note":"\\u00e9"}',
    'RewrittenJson',
    '{"status":"COMPLETED","note":"é"}',
  ),
  rewritten(
    'written again with another number',
    '{"status":"COMPLETED","amount":100}',
    'RewrittenJson',
    '{"status":"COMPLETED","amount":100.0}',
  ),
  rewritten(
    'written again with a field once',
    '{"status":"COMPLETED"}',
    'RewrittenJson',
    '{"status":"PAID","status":"COMPLETED"}',
  ),
];

const otherSignatures: Case[] = [
  refused('the first digit is wrong', prefix + changedDigit(digits[0]) + digits.slice(1), 'ModifiedSignature'),
  refused('the last digit is wrong', right.slice(0, -1) + changedDigit(digits.at(-1)), 'ModifiedSignature'),
  withDigits('zeros', '0'.repeat(64), 'ModifiedSignature'),
  withDigits('ones', 'f'.repeat(64), 'ModifiedSignature'),
  refused('another secret', sign(paid, 'whsec_other'), 'WrongSecret'),
  refused('the empty secret', sign(paid, ''), 'WrongSecret'),
  refused('the secret in upper case', sign(paid, secret.toUpperCase()), 'WrongSecret'),
  refused('the secret without whsec_', sign(paid, secret.slice('whsec_'.length)), 'WrongSecret'),
  refused('the secret and a line end', sign(paid, `${secret}\n`), 'WrongSecret'),
  refused('the header as the secret', sign(paid, prefix), 'WrongSecret'),
  withDigits('SHA-256 of the body', toHex(digest(paid)), 'WrongAlgorithm'),
  withDigits('SHA-256 of the secret and the body', toHex(digest(secret + paid)), 'WrongAlgorithm'),
  withDigits('SHA-256 of the body and the secret', toHex(digest(paid + secret)), 'WrongAlgorithm'),
  withDigits('body and secret exchanged', toHex(hmac(secret, paid)), 'WrongAlgorithm'),
  withDigits('the HMAC of the digest of the body', toHex(hmac(digest(paid), secret)), 'WrongAlgorithm'),
  refused('HMAC-SHA1', `sha1=${toHex(hmac(paid, secret, 'sha1'))}`, 'WrongAlgorithm'),
  refused('HMAC-SHA512', `sha512=${toHex(hmac(paid, secret, 'sha512'))}`, 'WrongAlgorithm'),
  withDigits('HMAC-SHA1 as sha256=', toHex(hmac(paid, secret, 'sha1')), 'WrongAlgorithm'),
  withDigits('the first half of HMAC-SHA512', toHex(hmac(paid, secret, 'sha512')).slice(0, 64), 'WrongAlgorithm'),
  withDigits('HMAC-SHA512/256', toHex(hmac(paid, secret, 'sha512-256')), 'WrongAlgorithm'),
  withDigits('base64', hmac(paid, secret).toString('base64'), 'WrongEncoding'),
  withDigits('base64url', hmac(paid, secret).toString('base64url'), 'WrongEncoding'),
  withDigits('hex of the hex digits', toHex(Buffer.from(digits)), 'WrongEncoding'),
  withDigits('0x before the digits', `0x${digits}`, 'WrongEncoding'),
  withDigits('quotes around the digits', `"${digits}"`, 'WrongEncoding'),
  withDigits('colons between the bytes', digits.match(/../g)?.join(':') ?? '', 'WrongEncoding'),
  refused('no prefix', digits, 'WrongPrefix'),
  ...['SHA256=', 'sha256:', 'sha256==', 'sha256', 'sha512=', 'sha1=', 'v1=', 'v1,', 'hmac-sha256='].map((other) =>
    refused(`the prefix ${other}`, other + digits, 'WrongPrefix'),
  ),
  refused('the prefix twice', prefix + right, 'WrongPrefix'),
  refused('text before the prefix', `t=1,${right}`, 'WrongPrefix'),
  ...[63, 62, 32, 2, 1, 0].map((length) => withDigits(`${length} digits`, digits.slice(0, length), 'WrongLength')),
  refused('the prefix cut', 'sha256', 'WrongLength'),
  withDigits('zeros after the digits', `${digits}00`, 'WrongLength'),
  withDigits('the digits twice', digits + digits, 'WrongLength'),
  refused('the header is missing', null, 'MissingSignature'),
  refused('the header is empty', '', 'MissingSignature'),
  refused('the right signature twice', `${right}, ${right}`, 'RepeatedHeader'),
  refused('the right signature twice, without a space', `${right},${right}`, 'RepeatedHeader'),
  refused('a wrong signature before the right one', `${sign(paid, 'x')}, ${right}`, 'RepeatedHeader'),
  refused('a wrong signature after the right one', `${right}, ${sign(paid, 'x')}`, 'RepeatedHeader'),
  refused('an empty value after the right signature', `${right}, `, 'RepeatedHeader'),
  { ...refused('a space before', ` ${right}`, 'WhiteSpace'), result: 'acceptable' },
  { ...refused('a space after', `${right} `, 'WhiteSpace'), result: 'acceptable' },
  { ...refused('a tab after', `${right}\t`, 'WhiteSpace'), result: 'acceptable' },
  { ...refused('a line end after', `${right}\n`, 'WhiteSpace'), result: 'acceptable' },
  refused('a space after the prefix', `${prefix} ${digits}`, 'NotHex'),
  refused('a space for the last digit', `${right.slice(0, -1)} `, 'NotHex'),
  refused('a NUL after', `${right}\0`, 'NotHex'),
  refused('the letter g for the last digit', `${right.slice(0, -1)}g`, 'NotHex'),
  refused('a sign for the first digit', `${prefix}+${digits.slice(1)}`, 'NotHex'),
  refused('a letter beyond ASCII for the last digit', `${right.slice(0, -1)}é`, 'NotHex'),
  // Its lowest byte is that of the digit 1.
  refused('a dotless i for the first digit', `${prefix}ı${digits.slice(1)}`, 'NotHex'),
  refused('full-width digits', prefix + '０'.repeat(64), 'NotHex'),
  refused('Arabic digits', prefix + '٠'.repeat(64), 'NotHex'),
];

const newSecret = 'the new secret';
const oldSecret = 'the old secret';
const unicodeSecret = 'clé-مفتاح-🔑';
const base64Secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const hexSecret = '5f3c9a0d7e1b48c2a6f0d9e3b7c15a84';
const blockOfSha256InBytes = 64;
const longSecret = 'k'.repeat(blockOfSha256InBytes + 36);

/** The content of `service-signature.json`. */
export const createServiceSignatureVectors = (): object =>
  toVectorFile({
    algorithm: 'HMACSHA256',
    header: [
      'Test vectors for the header Service-Signature of webhooks of the Escrow Contract Service: sha256= and the HMAC-SHA256 of the raw body in hex, keyed with the webhook secret (HOOK-2).',
      'The form is that of Wycheproof (https://github.com/C2SP/wycheproof). A test has body as text in UTF-8, or bodyBase64, and signature, the value of the header, null if it is missing. A verifier accepts it with the secrets of its group if result is valid, refuses it if it is invalid, and may do either if it is acceptable. It never crashes.',
      'The result is about the signature alone, not about the event in the body. basis in notes names the rule of the service that decides, or says that it is our choice because the service is silent.',
      'Every HMAC and hash was computed by `openssl dgst -sha256 -mac HMAC -macopt hexkey:KEY` (OpenSSL 3), with the bytes of the secret as KEY and those of the body as input, not by the code of the package.',
    ],
    notes,
    testGroups: [
      { secrets: [secret], tests: [...accepted, ...otherBodies, ...otherSignatures] },
      {
        secrets: [newSecret, oldSecret],
        tests: [
          signed('the new secret', paid, 'Rotation', newSecret),
          signed('the old secret', paid, 'Rotation', oldSecret),
          refused('neither secret', right, 'WrongSecret'),
          refused('both secrets joined', sign(paid, newSecret + oldSecret), 'WrongSecret'),
          refused('no secret', null, 'MissingSignature'),
          refused(
            'one signature by each',
            [newSecret, oldSecret].map((key) => sign(paid, key)).join(', '),
            'RepeatedHeader',
          ),
        ],
      },
      {
        secrets: [unicodeSecret],
        tests: [
          signed('a secret beyond ASCII', paid, 'UnusualSecret', unicodeSecret),
          refused('the secret with separate accents', sign(paid, unicodeSecret.normalize('NFD')), 'WrongSecret'),
          refused('the secret in UTF-16', sign(paid, Buffer.from(unicodeSecret, 'utf16le')), 'WrongSecret'),
          refused('the low bytes of its characters', sign(paid, latin1(unicodeSecret)), 'WrongSecret'),
        ],
      },
      {
        secrets: ['\u0001\u007f'],
        tests: [signed('a secret of control characters', paid, 'UnusualSecret', '\u0001\u007f')],
      },
      { secrets: ['0'], tests: [signed('a secret that is false in PHP', paid, 'UnusualSecret', '0')] },
      {
        secrets: [base64Secret],
        tests: [
          signed('a secret that looks like base64', paid, 'UnusualSecret', base64Secret),
          refused('the bytes of the base64', sign(paid, Buffer.from(base64Secret.slice(6), 'base64')), 'WrongSecret'),
        ],
      },
      {
        secrets: [hexSecret],
        tests: [
          signed('a secret that looks like hex', paid, 'UnusualSecret', hexSecret),
          refused('the bytes of the hex', sign(paid, Buffer.from(hexSecret, 'hex')), 'WrongSecret'),
        ],
      },
      {
        secrets: ['k'.repeat(blockOfSha256InBytes)],
        tests: [signed('a secret of a block of SHA-256', paid, 'UnusualSecret', 'k'.repeat(blockOfSha256InBytes))],
      },
      {
        secrets: [longSecret],
        tests: [
          signed('a secret longer than a block of SHA-256', paid, 'UnusualSecret', longSecret),
          refused('the secret cut to a block', sign(paid, longSecret.slice(0, blockOfSha256InBytes)), 'WrongSecret'),
        ],
      },
    ],
  });
