import type { OperationId } from '@escrow-kit/client';
import { operations } from '@escrow-kit/spec';
import type { TokenValueName } from '../../src/deployment/credentials.ts';
import { tokenRules } from './interaction/build-interaction.ts';
import { interaction } from './interaction/interaction.ts';

/** For each kind of token: a call that represents all calls that take it first, and a token of another kind. */
const kinds: Record<TokenValueName, { call: OperationId; other: TokenValueName }> = {
  organizationToken: { call: 'registerCustomer', other: 'clientAdminToken' },
  clientAdminToken: { call: 'createContract', other: 'apiKey' },
  legacyUserToken: { call: 'submitNationalId', other: 'organizationToken' },
  legacyAppToken: { call: 'legacySignUp', other: 'organizationToken' },
  apiKey: { call: 'listWebhooks', other: 'organizationToken' },
};

for (const [token, { call: operation, other }] of Object.entries(kinds)) {
  interaction(`AUTH-1b ${operation} without a token is refused`, operation, {
    rules: ['AUTH-1'],
    token: 'none',
    status: 401,
  });
  interaction(`AUTH-1a ${operation} with the ${other} is refused`, operation, {
    rules: [tokenRules[token] ?? ''],
    token: other,
    status: 403,
    isStatusShown: false,
  });
}

// Operations known only by name are covered by the call above.
for (const { id: operation, definition } of operations) {
  const isNamedOnly = definition['x-rules'].includes('UAPI-7') && operation !== kinds.apiKey.call;
  if (definition.security.length === 0 || isNamedOnly) continue;
  interaction(`AUTH-1b ${operation} with an unknown token is refused`, operation, {
    rules: ['AUTH-1'],
    token: 'unknown',
    status: 401,
  });
}

for (const { id: operation } of operations.filter(({ definition }) => definition['x-rules'].includes('AUTH-4'))) {
  interaction(`AUTH-4 ${operation} with the organizationToken is refused`, operation, {
    token: 'organizationToken',
    status: 403,
  });
}
