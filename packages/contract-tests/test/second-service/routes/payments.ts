import { type Answer, type Call, type Route, refuse, succeed } from '../call.ts';
import { credentials, isOfForm, type Service } from '../service.ts';

const grantType = 'urn:service:params:oauth:grant-type:customer-token-exchange';

/** Payment: rows 9 and 10. */
export const paymentRoutes: Route[] = [
  {
    method: 'GET',
    path: /^\/api\/external\/contracts\/startPayment\/([^/]+)\/([^/]+)$/,
    kinds: ['clientAdmin'],
    forbidden: 'organization',
    answer: ({ service, path, query }) => {
      const [milestoneId = '', clientId = ''] = path;
      const milestone = service.milestones.get(milestoneId);
      if (!isOfForm(service, milestoneId)) return refuse(service, 'not an id of a milestone');
      if (!milestone) return { status: 500 };
      const { isLenient, hasInvitations } = service.variation;
      // No party of this service ever accepts an invitation.
      if (hasInvitations) return refuse(service, 'not everybody has accepted');
      const isComplete = query.has('redirectUrl') || isLenient;
      if (clientId !== credentials.clientId || !milestone.parties || !isComplete) return refuse(service, 'no payment');
      return succeed(service, { data: checkoutUrlOf(service, milestone.shortId) });
    },
  },
  {
    method: 'POST',
    path: /^\/realms\/service\/protocol\/openid-connect\/token$/,
    kinds: [],
    isForm: true,
    answer: requestTicket,
  },
];

function checkoutUrlOf({ variation }: Service, shortId: string): string {
  const { checkoutOrigin, checkoutPrefix, checkoutSuffix, checkoutQuery, paymentMethods } = variation;
  const client = `client_id=${encodeURIComponent(credentials.clientId)}`;
  const methods = `payment_methods=${encodeURIComponent(paymentMethods)}`;
  const queries = {
    'client first': `${client}&${methods}`,
    'methods first': `${methods}&${client}`,
    'between others': `lang=ar&${client}&theme=dark&${methods}&v=2`,
  };
  return `${checkoutOrigin}${checkoutPrefix}/external/${shortId}${checkoutSuffix}?${queries[checkoutQuery]}`;
}

function requestTicket({ service, body }: Call): Answer {
  const { client_id, client_secret, grant_type, login_hint, scope } = body;
  if (client_id !== credentials.clientId || client_secret !== credentials.clientSecret) {
    return { status: service.variation.unknownCallerStatus };
  }
  if (!service.people.has(login_hint)) return { status: 400, body: { error: 'invalid_grant' } };
  const isKnown = [...service.milestones.values()].some(({ shortId }) => scope === `payment:${shortId}`);
  if (grant_type !== grantType || !isKnown) return refuse(service, 'no ticket');
  // Consent is pending: this service has no way to grant it.
  return { status: 200, body: { expiresIn: service.variation.expiresIn, ticket: service.nextId() } };
}
