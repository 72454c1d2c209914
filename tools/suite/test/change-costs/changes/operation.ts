import { type Change, changeset, tests, typesAndDocuments } from '../change.ts';

/** The call that registers a customer, as one that reads it. */
const path = `servers:
  - $ref: ../components/servers/identity.yaml
parameters:
  - $ref: ../components/parameters/path.yaml#/serviceUserId
get:
  operationId: getCustomer
  tags: [Customers]
  summary: Read a customer
  description: Reads the numbers of a customer that was registered.
  x-rules: [AUTH-1, AUTH-2, USER-1]
  x-retry: read
  security:
    - organizationToken: []
  responses:
    "200":
      description: The customer.
      x-not-shown: The success status.
      content:
        application/json:
          schema:
            $ref: ../components/schemas/customers.yaml#/RegisteredCustomer
          examples:
            registered:
              summary: A registered customer
              value:
                serviceUserId: 1001
                userIdentification: 5001
    "400":
      description: The request breaks a rule.
      x-not-shown: Status and body of a refused request.
      content:
        application/json:
          schema:
            $ref: ../components/schemas/shared.yaml#/NotShownRefusal
          examples:
            idNotNumber:
              summary: The serviceUserId is not a number
              description: Illustration, the real body is not shown.
              x-rules: [USER-1a, USER-1]
              value:
                error: rule_violation
                rule: USER-1a
                message: serviceUserId is not a whole number.
    "401":
      $ref: ../components/responses/refusals.yaml#/MissingToken
    "403":
      $ref: ../components/responses/refusals.yaml#/NeedsOrganizationToken
    default:
      $ref: ../components/responses/refusals.yaml#/OtherRefusal
`;

const handler = `
/** Returns the numbers of a registered customer (USER-1). */
export const getCustomer: Handler<'getCustomer'> = async ({ trx, tenant, path }) => {
  const id = path.serviceUserId;
  const user = await getUserOfPath(trx, { tenantId: tenant.id, id, field: 'serviceUserId' });
  return { serviceUserId: user.id, userIdentification: user.identification };
};
`;

const pact = `
interaction('USER-1 a registered customer is read', 'getCustomer', {
  answer: registered,
  act: async ({ escrow, example }) => {
    const customer = await escrow.customers.get(example.serviceUserId);

    expect(customer).toEqual({ serviceUserId: 1001, userIdentification: 2001 });
  },
});

interaction('USER-1 a customer who was never registered is not read', 'getCustomer', {
  basis: 'implied',
  request: () => ({ path: { serviceUserId: '999999999999' } }),
  status: 400,
});
`;

const secondService = 'packages/contract-tests/test/second-service/routes/people.ts';
const client = 'packages/client/src/resources/customers.ts';
const sandbox = 'apps/sandbox/src/service/operations/customers.ts';
const pacts = tests('packages/contract-tests', 'test/consumer', 'test/pacts', 'test/answers');

export const operation: Change = {
  section: 'An operation',
  edits: [
    { kind: 'create', path: 'spec/paths/get-customer.yaml', text: path },
    {
      kind: 'insert-after',
      path: 'spec/openapi.yaml',
      anchor: '\npaths:\n',
      text: '  /realms/service/service-partner/customers/{serviceUserId}:\n    $ref: paths/get-customer.yaml\n',
    },
    {
      kind: 'insert-after',
      path: client,
      anchor: 'export interface Customers {\n',
      text: `  /** Reads the numbers of a customer (USER-1). */
  get(serviceUserId: number | string, options?: CallOptions): Promise<RegisteredCustomer>;
`,
    },
    {
      kind: 'insert-after',
      path: client,
      anchor: 'export const createCustomers = (call: Call): Customers => ({\n',
      text: "  get: (serviceUserId, options) => call('getCustomer', { path: { serviceUserId } }, options, 'serviceUserId'),\n",
    },
    { kind: 'append', path: sandbox, text: handler },
    { kind: 'append', path: 'packages/contract-tests/test/consumer/customers.test.ts', text: pact },
    {
      kind: 'insert-after',
      path: secondService,
      anchor: 'export const peopleRoutes: Route[] = [\n',
      text: `  {
    method: 'GET',
    path: /^\\/realms\\/service\\/service-partner\\/customers\\/([^/]+)$/,
    kinds: ['organization'],
    answer: (call) => {
      const person = findPerson(call);
      if (!person) return refuse(call.service, 'nobody');
      return succeed(call.service, { userIdentification: call.service.nextUserId(), serviceUserId: person.id });
    },
  },
`,
    },
    changeset(
      { spec: 'minor', client: 'minor', sandbox: 'minor', 'prism-mock': 'minor', 'contract-tests': 'minor' },
      'A customer can be read.',
    ),
  ],
  checks: [
    typesAndDocuments('spec', 'client', 'sandbox', 'prism-mock', 'contract-tests', 'release'),
    pacts,
    tests(
      'packages/contract-tests',
      'test/provider/sandbox.test.ts',
      'test/provider/prism-mock.test.ts',
      'test/second-service',
    ),
    tests('packages/client', 'test/generated.test.ts', 'test/edge-cases.test.ts'),
    tests('apps/sandbox', 'test/robustness/fuzz.test.ts', 'test/rules.test.ts'),
  ],
  name: /getCustomer|a registered customer is read/,
  omissions: [
    { path: sandbox, check: typesAndDocuments('sandbox') },
    { path: secondService, check: tests('packages/contract-tests', 'test/second-service') },
  ],
};
