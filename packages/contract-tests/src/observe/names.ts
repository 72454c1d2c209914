import { openApiDocument, operations } from '@escrow-kit/spec';

/** More names than this, in one object, are ids. */
const mostNames = 20;

/**
 * Names that the document does not have, by key: that of a field is kept, an id becomes `*`. If one key of an object can't be a name,
 * all of them are ids, as of a map by phone number.
 */
export function namesOfKeys(keys: readonly string[]): ReadonlyMap<string, string> {
  const areNames = keys.length <= mostNames && keys.every(isName);
  return new Map(keys.map((key) => [key, areNames ? key : '*']));
}

/** A short word, with few digits: not an id, a number or a token. */
const isName = (key: string): boolean => /^[a-z_$][\w$-]{0,39}$/i.test(key) && !/\d{3}|__proto__/.test(key);

/** Words of many APIs, none of which names anybody. */
const usualWords = `
  accept account accounts action activate add address addresses admin all api app approve archive audit auth authenticate authorize
  balance balances bank banks batch callback cancel capture cards cart categories charges check checkout checkouts claim client clients
  close code codes comments company complete config confirm consent consents contact contract contracts count countries create credentials
  currencies current customer customers delete deliveries deposit details devices disputes document documents download enable error errors
  escrow escrows event events export external fees file files find fund get graphql group groups health history id identity images import
  info init internal introspect invitations invite invoice invoices item items jwks keys kyc ledger link list live lock login logout
  members merchants message messages metadata method methods metrics milestone milestones my new notes notifications oauth open openid
  operations order orders organization organizations otp otps page parties partners password pause pay payment payments payouts permissions
  ping plans policies portal preferences prices products profile profiles projects providers public query quotes rates ready receipts
  record records refresh refund refunds register reject release releases remove renew report reports request requests resend reset resume
  retry return returns review reviews revoke roles search security self sellers send service services session sessions settings settle
  settlement settlements sign signin signup start state status stop submit subscriptions summary support sync tags tasks tax team teams
  templates tenants terms ticket tickets token tokens transactions transfer transfers types unlink unlock update upload uploads user
  userinfo users validate verification verifications verify version versions virtual wallet wallets webhook webhooks well known withdraw
  withdrawals
`;

const wordsOf = (text: string): string[] =>
  text
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .match(/[a-z]+/g) ?? [];

const knownWords: ReadonlySet<string> = new Set(
  [usualWords, ...operations.flatMap(({ id, path }) => [id, path]), ...Object.keys(openApiDocument.components.schemas)]
    .flatMap(wordsOf)
    .concat('in', 'up', 'out', 'v', 'me'),
);

/**
 * Names a call that the document does not have, such as `POST /api/v3/sign-in`. Of its path, words of the document and of many APIs
 * are kept; anything else may be an id, or say who, and becomes `{}`.
 */
export function nameCall(method: string, path: string): string {
  const segments = path.split('/').slice(1);
  const named = segments.map((segment) => (segment === '' || isPlainWord(segment) ? segment : '{}'));
  return `${/^[A-Z]{1,10}$/.test(method) ? method : 'OTHER'} /${named.join('/')}`;
}

const isPlainWord = (segment: string): boolean =>
  segment.length <= 40 &&
  /^[a-z]+([-_.]?[a-z]+)*\d?$/i.test(segment) &&
  wordsOf(segment).every((word) => knownWords.has(word));
