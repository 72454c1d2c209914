import { expect, test } from 'vitest';
import { lintDocument } from '../lint/lint-document.ts';
import { getOperation, type OpenApiDocument, openApiDocument } from '../src/index.ts';

/** A fault: another value at a place of the document, or none there if it is undefined; and what the lint says. */
type LintCase = [what: string, problem: RegExp, place: string, value?: unknown];

const schemas = 'components > schemas';
const json = 'content > application/json';

function at(operationId: string): string {
  const { path, method } = getOperation(operationId);
  return `paths > ${path} > ${method.toLowerCase()}`;
}

const cases: LintCase[] = [
  ['no security', /createPayment|#\/paths.*security/, `${at('createPayment')} > security`],
  ['an unknown rule', /PARTY-99/, `${at('createPayment')} > x-rules`, ['PARTY-99']],
  ['an unknown constraint', /BANK-99z/, `${schemas} > BankAccount > x-constraints`, { required: 'BANK-99z' }],
  [
    'a required field without a rule',
    /registerCustomer body: .*required phoneNumber/,
    `${schemas} > RegisterCustomerRequest > required`,
    ['phoneNumber'],
  ],
  [
    'a pattern without a rule',
    /createPayment body.amount: .*rule of pattern/,
    `${schemas} > CreatePaymentRequest`,
    { type: 'object', properties: { amount: { pattern: '^1' } } },
  ],
  [
    'a required parameter without a rule',
    /startPayment .*no rule of required/,
    `${at('startPayment')} > parameters > 0 > x-constraints`,
  ],
  [
    'a constraint of no keyword',
    /names pattern, which the schema does not have/,
    `${schemas} > ItemDetail > x-constraints`,
    { required: 'CONTRACT-1b', pattern: 'CONTRACT-1b' },
  ],
  ['a rule that nothing states', /Nothing states CHECKOUT-2/, 'x-sdk > x-rules', ['ERR-1']],
  ['no retry class', /x-retry/, `${at('getPayment')} > x-retry`],
  ['a repeatable write', /cannot change from write to repeatable/, `${at('addBankAccount')} > x-retry`, 'repeatable'],
  ['no replacement', /legacySignUp: deprecated/, `${at('legacySignUp')} > x-replaced-by`],
  ['no deprecation', /createVirtualIban: deprecated/, `${at('createVirtualIban')} > x-replaced-by`, 'startPayment'],
  ['an unknown replacement', /names an operationId/, `${at('legacySignUp')} > x-replaced-by`, 'noSuchOperation'],
  ['an unmarked secret', /Ticket.*x-sensitive: secret/, `${schemas} > Ticket > properties > ticket > x-sensitive`],
  ['an unmarked phone number', /x-sensitive: personal/, `${schemas} > PhoneNumber > x-sensitive`],
  [
    'no examples',
    /getUser: the answer 404 needs examples/,
    `components > responses > UserNotFound > ${json} > examples`,
  ],
  [
    'an example without a rule',
    /the refusal 401 missingToken needs x-rules/,
    `components > responses > MissingToken > ${json} > examples > missingToken > x-rules`,
  ],
];

/** A copy of the document with the fault. Throws if there is nothing to remove, because the fault would be none. */
function faulty([, , place, value]: LintCase): OpenApiDocument {
  const document = structuredClone(openApiDocument);
  const keys = place.split(' > ');
  const last = keys.pop() as string;
  let parent = document as unknown as Record<string, unknown>;
  for (const key of keys) parent = parent[key] as Record<string, unknown>;
  if (value !== undefined) parent[last] = value;
  else if (!Reflect.has(parent, last)) throw new Error(`The document has no ${place}.`);
  else delete parent[last];
  return document;
}

test.for(cases)('the lint of the document catches %s', async (lintCase) => {
  const problems = await lintDocument(faulty(lintCase), {});

  expect(problems.join('\n')).toMatch(lintCase[1]);
});

test('a workflow may not name a rule that is none', async () => {
  const problems = await lintDocument(openApiDocument, { 'x-rules': ['PARTY-99'] });

  expect(problems.join('\n')).toMatch(/^A workflow names the rule PARTY-99/);
});
