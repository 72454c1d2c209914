import { type Sandbox, startSandbox } from '@escrow-kit/sandbox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CredentialName } from '../../src/deployment/credentials.ts';
import type { Deployment } from '../../src/deployment/deployment.ts';
import { checkCredentials } from '../../src/preflight/check-credentials.ts';
import { deploymentOf } from '../support/sandbox-deployment.ts';

describe('credentials', () => {
  let sandbox: Sandbox;
  let deployment: Deployment;

  beforeAll(async () => {
    sandbox = await startSandbox();
    deployment = await deploymentOf(sandbox);
  });
  afterAll(() => sandbox.close());

  const check = (changes: Deployment['credentials']) =>
    checkCredentials({ ...deployment, credentials: { ...deployment.credentials, ...changes } });

  test('that are right are not refused, and nothing is created', async () => {
    await check({});

    const { users } = await sandbox.control.users();
    expect(users).toEqual([]);
  });

  test.for<[CredentialName, string]>([
    ['organizationToken', '--organization-token (ESCROW_ORGANIZATION_TOKEN) is refused by'],
    ['clientAdminToken', '--client-admin-token (ESCROW_CLIENT_ADMIN_TOKEN) is refused by'],
    ['apiKey', '--api-key (ESCROW_API_KEY) is refused by'],
    ['legacyUserToken', '--legacy-user-token (ESCROW_LEGACY_USER_TOKEN) is refused by'],
    ['legacyAppToken', '--legacy-app-token (ESCROW_LEGACY_APP_TOKEN) is refused by'],
    ['clientSecret', '--client-secret (ESCROW_CLIENT_SECRET) is refused by'],
    ['clientId', 'Check it, and --client-id.'],
  ])('an unknown %s is reported by its option', async ([name, message]) => {
    await expect(check({ [name]: 'unknown-1' })).rejects.toThrow(message);
  });

  test('that were swapped are each reported', async () => {
    const { organizationToken = '', clientAdminToken = '' } = deployment.credentials;

    const checked = check({ organizationToken: clientAdminToken, clientAdminToken: organizationToken });

    await expect(checked).rejects.toThrow(/--organization-token .* with 403\..*--client-admin-token .* with 403\./);
  });
});
