import type { OperationId } from '@escrow-kit/client';
import type { TokenValueName } from '../../src/states/values.ts';
import { operations } from './interaction/find-operation.ts';
import { interaction } from './interaction/interaction.ts';
import { samples } from './interaction/samples.ts';

/** By the token that an operation takes first: the rule, and a token of another kind. */
const otherKinds: Record<TokenValueName, { rule: string; other: TokenValueName }> = {
  organizationToken: { rule: 'AUTH-2', other: 'clientAdminToken' },
  clientAdminToken: { rule: 'AUTH-3', other: 'apiKey' },
  legacyUserToken: { rule: 'AUTH-8', other: 'organizationToken' },
  legacyAppToken: { rule: 'AUTH-9', other: 'organizationToken' },
  apiKey: { rule: 'AUTH-11', other: 'organizationToken' },
};

for (const [operation, { operation: documented }] of operations) {
  const [accepted] = documented.security.flatMap((entry) => Object.keys(entry)) as TokenValueName[];
  if (accepted) refuseTokens(operation, accepted);
}

function refuseTokens(operation: OperationId, accepted: TokenValueName): void {
  const { given } = samples[operation];
  const { rule, other } = otherKinds[accepted];

  interaction(`AUTH-1 ${operation} without a token is refused`, { operation, given, token: 'none', status: 401 });
  interaction(`AUTH-1 ${operation} with an unknown token is refused`, {
    operation,
    given,
    token: 'unknown',
    status: 401,
  });
  interaction(`AUTH-1a ${operation} with the ${other} is refused`, {
    operation,
    given,
    rules: [rule],
    token: other,
    status: 403,
    isStatusShown: false,
  });
  if (accepted !== 'clientAdminToken') return;
  interaction(`AUTH-4 ${operation} with the organizationToken is refused`, {
    operation,
    given,
    token: 'organizationToken',
    status: 403,
  });
}
