import type { ControlQuery, ControlSchema } from '@escrow-kit/sandbox-control';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { controlOf } from '../api/control.ts';
import { useTenantId } from '../api/use-tenant-state.ts';
import { type Move, useMove } from '../ui/use-move.ts';

type Query = ControlQuery<'listUsers'>;

/** Consent can change without a request, and without an event in the stream. */
const refetchIntervalInMs = 5000;

/** Reads a page of users by phone number. */
export function useUsers(query: Query, isEnabled = true): UseQueryResult<ControlSchema<'UserPage'>> {
  const tenant = useTenantId();
  return useQuery({
    queryKey: [tenant, 'users', query],
    queryFn: () => controlOf(tenant).users(query),
    placeholderData: keepPreviousData,
    refetchInterval: refetchIntervalInMs,
    enabled: isEnabled,
  });
}

/** Reads the one-time passwords that a phone received, newest first. */
export function useOtps(phoneNumber: string): UseQueryResult<ControlSchema<'OtpList'>['otps']> {
  const tenant = useTenantId();
  return useQuery({
    queryKey: [tenant, 'otps', phoneNumber],
    queryFn: () => controlOf(tenant).otps(phoneNumber),
  });
}

/** Issues a legacy customer token of a user, which is shown once. */
export function useIssueCustomerToken(phoneNumber: string): Move<void, string> {
  const tenant = useTenantId();
  return useMove(() => controlOf(tenant).customerToken(phoneNumber));
}

/** Answers for a user, as the consent link does. */
export function useSetConsent(phoneNumber: string): Move<ControlSchema<'ConsentStatus'>, ControlSchema<'UserConsent'>> {
  const tenant = useTenantId();
  return useMove((status) => controlOf(tenant).setConsent(phoneNumber, status), {
    done: ({ status }) => `Consent is ${status}`,
  });
}
