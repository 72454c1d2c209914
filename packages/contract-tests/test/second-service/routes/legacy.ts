import { accept, isPhone, type Route, refuse, succeed } from '../call.ts';

/** The deprecated calls. What the last two take is not shown; here they require fields that nobody can guess. */
export const legacyRoutes: Route[] = [
  {
    method: 'POST',
    path: /^\/v2\/api\/users\/sign-up$/,
    kinds: ['legacyApp'],
    answer: ({ service, body }) => {
      if (!isPhone(body?.phoneNumber)) return refuse(service, 'no phone');
      const number = service.nextUserId();
      const id = service.variation.legacyIdStyle === 'number' ? number : service.nextId();
      return succeed(service, { data: { clientUserToken: `cut_${number}`, preExistingUser: false, id } });
    },
  },
  ...[/^\/api\/users\/[^/]+\/IBAN$/, /^\/api\/profiles\/[^/]+\/addresses$/].map(
    (path): Route => ({
      method: 'POST',
      path,
      kinds: ['legacyUser'],
      answer: ({ service }) => (service.variation.isLenient ? accept(service) : refuse(service, 'no idea')),
    }),
  ),
];
