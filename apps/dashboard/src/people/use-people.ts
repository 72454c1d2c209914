import type { ControlQuery, ControlSchema } from '@escrow-kit/sandbox-control';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { answerOf, api } from '../api/control-api.ts';
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
    queryFn: () => answerOf(api.GET('/_sandbox/tenants/{tenant}/users', { params: { path: { tenant }, query } })),
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
    queryFn: async () => {
      const params = { path: { tenant, phoneNumber } };
      return (await answerOf(api.GET('/_sandbox/tenants/{tenant}/otps/{phoneNumber}', { params }))).otps;
    },
  });
}

/** Issues a legacy customer token of a user, which is shown once. */
export function useIssueCustomerToken(phoneNumber: string): Move<void, ControlSchema<'CustomerToken'>> {
  const tenant = useTenantId();
  return useMove(() =>
    answerOf(
      api.POST('/_sandbox/tenants/{tenant}/customer-tokens/{phoneNumber}', {
        params: { path: { tenant, phoneNumber } },
      }),
    ),
  );
}

/** Answers for a user, as the consent link does. */
export function useSetConsent(phoneNumber: string): Move<ControlSchema<'ConsentStatus'>, ControlSchema<'UserConsent'>> {
  const tenant = useTenantId();
  return useMove(
    (status) =>
      answerOf(
        api.PUT('/_sandbox/tenants/{tenant}/consents/{phoneNumber}', {
          params: { path: { tenant, phoneNumber } },
          body: { status },
        }),
      ),
    { done: ({ status }) => `Consent is ${status}` },
  );
}
