import { type Change, changeset, tests, typesAndDrift } from '../change.ts';

const schema = 'spec/components/schemas/customers.yaml';
const cases = 'spec/test/schema-cases/customer-cases.ts';
const pact = 'packages/contract-tests/test/consumer/customers.test.ts';
const secondService = 'packages/contract-tests/test/second-service/routes/people.ts';

/** A country code has two capital letters. No rule of the service, so its number is far from theirs. */
export const rule: Change = {
  section: 'A rule',
  edits: [
    {
      kind: 'insert-before',
      path: 'spec/rules.json',
      anchor: '  "ADDR-1": {\n',
      text: `  "ADDR-90": {
    "text": "A countryCode is two capital letters.",
    "basis": "stated",
    "source": "Resources, Address",
    "heldBy": ["document", "client", "sandbox", "contract-tests", "mock"]
  },
`,
    },
    {
      kind: 'insert-after',
      path: schema,
      anchor: '    countryCode:\n      type: string\n',
      text: `      pattern: ^[A-Z]{2}$
      x-rules: [ADDR-90]
      x-constraints: { type: ADDR-1a }
      x-remedy: Write the country as two capital letters, such as SA.
`,
    },
    {
      kind: 'insert-after',
      path: cases,
      anchor: 'export const customerCases: SchemaCase[] = [\n',
      text: `  {
    rule: 'ADDR-90',
    schema: 'Address',
    accepted: { title: 'two capital letters are accepted', value: { addressLabel: 'HOME', countryCode: 'SA' } },
    refused: {
      title: 'small letters are refused',
      value: { addressLabel: 'HOME', countryCode: 'sa' },
      at: 'countryCode',
    },
  },
`,
    },
    {
      kind: 'append',
      path: pact,
      text: `
refusal('ADDR-90 a country in small letters is refused', 'addAddress', {
  body: sampleWith('addAddress', { countryCode: 'sa' }),
});
`,
    },
    {
      kind: 'insert-after',
      path: secondService,
      anchor: '      const { addressLabel, countryCode } = bodyOf(call);\n',
      text: "      if (!/^[A-Z]{2}$/.test(String(countryCode))) return refuse(service, 'no country');\n",
    },
    changeset(['spec', 'client', 'sandbox', 'prism-mock', 'contract-tests'], 'A countryCode is two capital letters.'),
  ],
  checks: [
    typesAndDrift('spec', 'client', 'sandbox', 'prism-mock', 'contract-tests', 'release'),
    tests('spec', 'test/rules.test.ts', 'test/schema-cases.test.ts', 'test/refusal-examples.test.ts'),
    tests('packages/contract-tests', 'test/consumer', 'test/pacts', 'test/answers'),
    tests('packages/contract-tests', 'test/provider/sandbox.test.ts', 'test/second-service'),
    tests('packages/client', 'test/rules'),
    tests('apps/sandbox', 'test/operations/call-cases.test.ts', 'test/rules.test.ts'),
  ],
  name: /ADDR-90/,
  omissions: [
    { path: cases, check: tests('packages/client', 'test/rules/every-rule.test.ts') },
    { path: pact, check: tests('packages/contract-tests', 'test/consumer', 'test/pacts') },
    { path: secondService, check: tests('packages/contract-tests', 'test/second-service') },
  ],
};
