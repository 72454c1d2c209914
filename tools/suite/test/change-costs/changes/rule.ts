import { type Change, changeset, tests, typesAndDocuments } from '../change.ts';

const schema = 'spec/components/schemas/customers.yaml';
const cases = 'spec/test/schema-cases/customer-cases.ts';
const pact = 'packages/contract-tests/test/consumer/customers.test.ts';
const secondService = 'packages/contract-tests/test/second-service/routes/people.ts';

/** The account holder has a name. The service has no such rule, so its number is far from theirs. */
export const rule: Change = {
  section: 'A rule',
  edits: [
    {
      kind: 'insert-before',
      path: 'spec/rules.json',
      anchor: '  "BANK-1": {\n',
      text: `  "BANK-90": {
    "text": "A beneficiaryName is not blank.",
    "basis": "stated",
    "source": "Resources, Bank account",
    "heldBy": ["document", "client", "sandbox", "contract-tests", "mock"]
  },
`,
    },
    {
      kind: 'insert-after',
      path: schema,
      anchor: '    beneficiaryName:\n      type: string\n',
      text: `      pattern: \\S
      x-rules: [BANK-90]
      x-constraints: { type: BANK-1b }
`,
    },
    {
      kind: 'insert-after',
      path: cases,
      anchor: 'export const customerCases: SchemaCase[] = [\n',
      text: `  {
    rule: 'BANK-90',
    schema: 'BankAccount',
    accepts: ['a name is accepted', account],
    refuses: ['blanks are refused', { ...account, beneficiaryName: '  ' }],
    at: 'beneficiaryName',
  },
`,
    },
    {
      kind: 'append',
      path: pact,
      text: `
refusal('BANK-90 a blank name of the account holder is refused', 'addBankAccount', {
  body: sampleWith('addBankAccount', { beneficiaryName: '  ' }),
});
`,
    },
    {
      kind: 'insert-after',
      path: secondService,
      anchor: '      const account = bodyOf(call);\n',
      text: "      if (!/\\S/.test(String(account['beneficiaryName']))) return refuse(service, 'no name');\n",
    },
    changeset(
      { spec: 'major', client: 'minor', sandbox: 'minor', 'prism-mock': 'minor', 'contract-tests': 'minor' },
      'A beneficiaryName is not blank.',
    ),
  ],
  checks: [
    typesAndDocuments('spec', 'client', 'sandbox', 'prism-mock', 'contract-tests', 'release'),
    tests('spec', 'test/rules.test.ts', 'test/schema-cases.test.ts', 'test/refusal-examples.test.ts'),
    tests('packages/contract-tests', 'test/consumer', 'test/pacts', 'test/answers'),
    tests('packages/contract-tests', 'test/provider/sandbox.test.ts', 'test/second-service'),
    tests('packages/client', 'test/rules'),
    tests('apps/sandbox', 'test/operations/call-cases.test.ts', 'test/rules.test.ts'),
  ],
  name: /BANK-90/,
  omissions: [
    { path: cases, check: tests('packages/client', 'test/rules/every-rule.test.ts') },
    { path: pact, check: tests('packages/contract-tests', 'test/consumer', 'test/pacts') },
    { path: secondService, check: tests('packages/contract-tests', 'test/second-service') },
  ],
};
