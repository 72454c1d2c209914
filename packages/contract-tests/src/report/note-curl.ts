import type { VerifiedInteraction } from '../judge/verification.ts';

/** Says why sending the request of a failed check again may show something else, and what to do instead. */
export function noteCurl(check: VerifiedInteraction, hasOwnTenant: boolean): string[] {
  const { request } = check.exchange ?? {};
  if (!request) return [];
  return [
    ...(request.method !== 'GET' && isMaybeDone(check)
      ? [`The record may have changed since: to try the same again, run verify --rule ${check.rules[0]}.`]
      : []),
    ...(hasOwnTenant ? ['Its tenant is deleted, with its tokens and records: the line needs --control-tenant.'] : []),
  ];
}

/** Whether the service may have done what it was asked for: something that it had to refuse, or before an error of its own. */
function isMaybeDone({ isRefusal, exchange }: VerifiedInteraction): boolean {
  const { status = 0 } = exchange?.answer ?? {};
  return status >= 500 || (isRefusal && status >= 200 && status < 300);
}
