import { accept, type Call, isPhone, type Route, refuse, succeed } from '../call.ts';
import type { Service } from '../service.ts';

const bodyOf = ({ body }: Call): Record<string, unknown> => (typeof body === 'object' && body !== null ? body : {});

/** Users, bank accounts, addresses and identity: rows 1 to 5. */
export const peopleRoutes: Route[] = [
  {
    method: 'POST',
    path: /^\/realms\/service\/service-partner\/customers$/,
    kinds: ['organization'],
    answer: (call) => {
      const { service } = call;
      const { phoneNumber } = bodyOf(call);
      const isOfSomebody = isPhone(phoneNumber) && phoneNumber.startsWith(service.variation.phonePrefix);
      if (!isOfSomebody) return refuse(service, 'no phone');
      const known = service.people.get(phoneNumber);
      const id = known && service.variation.keepsUserId ? known.id : service.nextUserId();
      service.people.set(phoneNumber, { hasAccount: false, hasAddress: false, ...known, id });
      return succeed(service, { userIdentification: service.nextUserId(), serviceUserId: id });
    },
  },
  {
    method: 'POST',
    path: /^\/api\/users\/external\/([^/]+)\/banks$/,
    kinds: ['organization'],
    answer: (call) => {
      const { service } = call;
      const person = findPerson(call);
      const account = bodyOf(call);
      if (!person || !isAccount(service, account)) return refuse(service, 'no account');
      service.ibans.add(String(account['iban']));
      service.nationalIds.add(String(account['nationalId']));
      person.hasAccount = true;
      return accept(service);
    },
  },
  {
    method: 'POST',
    path: /^\/api\/external\/profiles\/([^/]+)\/addresses$/,
    kinds: ['organization'],
    answer: (call) => {
      const { service } = call;
      const person = findPerson(call);
      const { addressLabel, countryCode } = bodyOf(call);
      if (!person || !addressLabel || !countryCode) return refuse(service, 'no address');
      person.hasAddress = true;
      return accept(service);
    },
  },
  {
    method: 'PATCH',
    path: /^\/api\/users\/external\/([^/]+)\/national-id$/,
    kinds: ({ variation }) => variation.identityTokens,
    answer: (call) => {
      const { nationalId } = bodyOf(call);
      const text = call.service.variation.isLenient ? String(nationalId) : nationalId;
      const isKnown = typeof text === 'string' && isNationalId(call.service, text);
      return isKnown ? accept(call.service) : refuse(call.service, 'no such identity');
    },
  },
  {
    method: 'POST',
    path: /^\/api\/external\/otps\/validate$/,
    kinds: ({ variation }) => variation.identityTokens,
    // No test can know a password of this service.
    answer: ({ service }) =>
      service.variation.isLenient ? succeed(service, { data: { valid: false } }) : refuse(service, 'no password'),
  },
];

function isAccount(service: Service, { iban, nationalId }: Record<string, unknown>): boolean {
  const { checksDigits, takesIbanOnce, takesNationalIdOnce } = service.variation;
  if (typeof iban !== 'string' || !/^SA\d{22}$/.test(iban)) return false;
  if (checksDigits && BigInt(`${iban.slice(4)}2810${iban.slice(2, 4)}`) % 97n !== 1n) return false;
  if (takesIbanOnce && service.ibans.has(iban)) return false;
  if (takesNationalIdOnce && service.nationalIds.has(String(nationalId))) return false;
  return isNationalId(service, String(nationalId));
}

/** Ten digits. A strict service also wants a valid check digit (Luhn). */
function isNationalId({ variation }: Service, nationalId: string): boolean {
  if (!/^\d{10}$/.test(nationalId)) return false;
  const sum = [...nationalId].map(Number).reduce((total, digit, index) => {
    const counted = index % 2 === 1 ? digit : digit * 2;
    return total + Math.floor(counted / 10) + (counted % 10);
  }, 0);
  return !variation.checksDigits || sum % 10 === 0;
}

function findPerson({ service, path }: Call) {
  return [...service.people.values()].find(({ id }) => String(id) === path[0]);
}
