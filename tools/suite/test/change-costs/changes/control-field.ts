import { type Change, changeset, tests, typesAndDocuments } from '../change.ts';

const view = 'apps/sandbox/src/control/handlers/people.ts';
const type = 'packages/sandbox-control/src/calls/people.ts';

/** A user of the control API shows the second number that registering a customer returned. */
export const controlField: Change = {
  section: 'A field of an answer of the control API',
  edits: [
    {
      kind: 'insert-before',
      path: type,
      anchor: '  isIdentityVerified: boolean;\n',
      text: '  /** The userIdentification that registering the customer returned (USER-1). */\n  identification: Integer;\n',
    },
    { kind: 'insert-after', path: view, anchor: "      'phone as phoneNumber',\n", text: "      'identification',\n" },
    {
      kind: 'insert-after',
      path: 'apps/sandbox/test/control/lists.test.ts',
      anchor: '  const newTenant = () => createTenantSandbox(started());\n',
      text: `
  test('users show the number that registering returned', async () => {
    const tenant = await newTenant();

    const { body } = await send(tenant, 'registerCustomer', { body: { phoneNumber: newPhone() } });

    expect((await tenant.control.users()).users).toMatchObject([{ identification: body.userIdentification }]);
  });
`,
    },
    changeset(
      { sandbox: 'minor', 'sandbox-control': 'minor' },
      'The users of the control API show their userIdentification.',
    ),
  ],
  checks: [
    typesAndDocuments('sandbox-control', 'sandbox', 'dashboard', 'contract-tests', 'marketplace'),
    tests('packages/sandbox-control'),
    tests('apps/sandbox', 'test/control'),
  ],
  name: /identification/,
  omissions: [{ path: view, check: typesAndDocuments('sandbox') }],
};
