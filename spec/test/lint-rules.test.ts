import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isSoak } from '@escrow-kit/suite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getOperation, type OpenApiDocument, openApiDocument } from '../src/index.ts';

/** What a rule has to catch: another value at a place of the document. Undefined: the value is gone. */
type LintCase = [rule: string, what: string, place: string, value?: unknown];

const schemas = 'components > schemas';
const responses = 'components > responses';
const json = 'content > application/json';

function at(operationId: string): string {
  const { path, method } = getOperation(operationId);
  return `paths > ${path} > ${method.toLowerCase()}`;
}

const cases: LintCase[] = [
  ['rule/operation-security', 'no security', `${at('createPayment')} > security`],
  ['rule/operation-id', 'an operationId in snake case', `${at('createPayment')} > operationId`, 'create_payment'],
  ['escrow-kit/known-rules', 'an unknown rule', `${at('createPayment')} > x-rules`, ['PARTY-99']],
  ['escrow-kit/known-rules', 'no rule', `${schemas} > Party > x-rules`, []],
  [
    'escrow-kit/known-rules',
    'an unknown constraint',
    `${schemas} > BankAccount > x-constraints`,
    { required: 'BANK-99z' },
  ],
  [
    'escrow-kit/known-basis',
    'a required field without a rule',
    `${schemas} > RegisterCustomerRequest > required`,
    ['phoneNumber'],
  ],
  [
    'escrow-kit/known-basis',
    'a pattern without a rule',
    `${schemas} > CreatePaymentRequest`,
    { type: 'object', properties: { amount: { pattern: '^1' } } },
  ],
  [
    'escrow-kit/known-basis',
    'a required parameter without a rule',
    `${at('startPayment')} > parameters > 0 > x-constraints`,
  ],
  [
    'escrow-kit/known-basis',
    'a constraint of no keyword',
    `${schemas} > ItemDetail > x-constraints`,
    { required: 'CONTRACT-1b', pattern: 'CONTRACT-1b' },
  ],
  ['escrow-kit/every-rule-stated', 'a rule that nothing states', 'x-sdk > x-rules', ['ERR-1']],
  [
    'no-identical-paths',
    'a path on two hosts',
    'paths > /payments/{paymentId}',
    openApiDocument.paths['/payments/{id}'],
  ],
  ['escrow-kit/one-server', 'no server', 'paths > /payments > servers'],
  ['escrow-kit/one-server', 'a server without host', 'paths > /payments > servers > 0 > x-host'],
  ['escrow-kit/open-parts', 'a sentence without data', `${schemas} > Currency > x-open`],
  ['escrow-kit/open-parts', 'data without a sentence', 'x-webhooks > contractEvent > post > x-not-shown'],
  ['escrow-kit/open-parts', 'an unknown part', `${schemas} > NotShownBody > x-open`, ['everything']],
  ['escrow-kit/open-parts', 'a part named twice', 'x-sdk > x-open', ['host', 'host']],
  ['escrow-kit/retry-class', 'no retry class', `${at('getPayment')} > x-retry`],
  ['escrow-kit/retry-class', 'a write that claims to be repeatable', `${at('addBankAccount')} > x-retry`, 'repeatable'],
  ['escrow-kit/deprecation', 'no replacement', `${at('legacySignUp')} > x-replaced-by`],
  ['escrow-kit/deprecation', 'no deprecation', `${at('createVirtualIban')} > x-replaced-by`, 'startPayment'],
  ['escrow-kit/deprecation', 'an unknown replacement', `${at('legacySignUp')} > x-replaced-by`, 'noSuchOperation'],
  ['escrow-kit/sensitive-properties', 'an unmarked secret', `${schemas} > Ticket > properties > ticket > x-sensitive`],
  ['escrow-kit/sensitive-properties', 'an unmarked phone number', `${schemas} > PhoneNumber > x-sensitive`],
  ['escrow-kit/named-examples', 'no examples', `${responses} > UserNotFound > ${json} > examples`],
  [
    'escrow-kit/refusal-examples',
    'an example without a rule',
    `${responses} > MissingToken > ${json} > examples > missingToken > x-rules`,
  ],
  ['rule/no-invented-limits', 'an invented limit', `${schemas} > ItemDetail > maxLength`, 100],
];

/** Throws if there is nothing to remove, because the change would have no effect. */
function change(document: OpenApiDocument, [, , place, value]: LintCase): void {
  const keys = place.split(' > ');
  const last = keys.pop() as string;
  let parent = document as unknown as Record<string, unknown>;
  for (const key of keys) parent = parent[key] as Record<string, unknown>;
  if (value !== undefined) parent[last] = value;
  else if (!Reflect.has(parent, last)) throw new Error(`The document has no ${place}.`);
  else delete parent[last];
}

/** The document for a case. In `npm test` the n-th cases of all rules share one, because linting a document is slow. */
function documentOf(lintCase: LintCase): string {
  const shared = isSoak ? cases : cases.filter(([rule]) => rule === lintCase[0]);
  return `case-${shared.indexOf(lintCase)}`;
}

const folder = mkdtempSync(join(tmpdir(), 'escrow-kit-lint-'));
const found = new Map<string, string[]>();

beforeAll(() => {
  const documents = new Map<string, OpenApiDocument>();
  for (const lintCase of cases) {
    const document = documents.get(documentOf(lintCase)) ?? structuredClone(openApiDocument);
    change(document, lintCase);
    documents.set(documentOf(lintCase), document);
  }
  for (const [name, document] of documents) writeFileSync(join(folder, `${name}.json`), JSON.stringify(document));
  const files = [...documents.keys()].map((name) => join(folder, `${name}.json`));
  // This format has one line for each problem.
  const options = ['--config', 'redocly.yaml', '--format', 'github-actions'];
  const { stdout } = spawnSync('redocly', ['lint', ...files, ...options], { encoding: 'utf8' });
  for (const [, rule = '', name = ''] of stdout.matchAll(/^::error title=([^,]+),file=[^,]*?([^/,]+)\.json,/gm)) {
    found.set(name, [...(found.get(name) ?? []), rule]);
  }
});

afterAll(() => rmSync(folder, { recursive: true }));

test.for(cases)('%s catches %s', (lintCase) => {
  expect(found.get(documentOf(lintCase))).toContain(lintCase[0]);
});
