import type { GenericUser } from '../../domain/generic/get-generic-user.ts';
import type { components } from '../../generated/service.ts';
import { toTimestamp } from './envelope.ts';

type UserRecord = components['schemas']['UserRecord'];

/**
 * Shows a user as the Users API does (UAPI-2). The token is shown only when it is issued. What makes a user `verified` is
 * our choice, not shown: the national identity.
 */
export function toUserRecord(user: GenericUser): UserRecord {
  return {
    user_id: user.id,
    email: user.email,
    phone: user.phone,
    name: user.name,
    ...(user.metadata && { metadata: user.metadata }),
    status: statusOf(user),
    verification_status: {
      email_verified: false,
      phone_verified: user.isPhoneVerified,
      kyc_status: user.isIdentityVerified ? 'approved' : 'pending',
    },
    created_at: toTimestamp(user.createdAt),
    updated_at: toTimestamp(user.updatedAt),
  };
}

/** The two values seen. */
export function statusOf({ isIdentityVerified }: GenericUser): 'linked' | 'verified' {
  return isIdentityVerified ? 'verified' : 'linked';
}
