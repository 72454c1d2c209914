import { openApiDocument, operations } from '@escrow-kit/spec';

/** Words of many APIs, each of which says what there is or what is done, and names no one. */
const usualWords = `
  abort accept access account accounts accountant action actions activate activity add added address addresses admin agreement agreements
  all allocate allocation amend amount amounts api app apps application applications approval approvals approve archive assign attach
  attachment attachments attempts audit audits auth authenticate authorization authorize available
  balance balances bank banks batch batches beneficiaries beneficiary billing bills broker brokers bulk
  calculate callback callbacks cancel cancellation capture card cards cart case cases cash cashout catalog categories category certificate
  certificates change changes channel channels charge charges check checkout checkouts checks claim claims client clients close code codes
  comments commission commissions companies company complete config configuration confirm confirmation connect consent consents contact
  contacts content contract contracts copy count countries country create credentials credit currencies currency current customer customers
  dashboard data date deactivate debit decline default delete deliver deliveries delivery deposit deposits details device devices digital
  disable dispute disputes document documents download draft drafts
  edit email emails employees enable enroll entities entity entries error errors escrow escrows estimate event events exchange execute
  export exports extend external
  features fee fees fetch file files filter finance find finish flag forgot forms fraud freeze fund funding funds
  gateway generate generic get global graphql group groups guest
  health healthz history hold holds home hook hooks
  id identities identity images import in inbox info init initiate inquiry installments instructions integration integrations internal
  introspect invitation invitations invite invoice invoices issue item items
  job jobs json jwks key keys kyb kyc
  latest ledger ledgers legal limit limits link linked links list live lock login logout logs lookup
  mandate mandates me media member members merchant merchants message messages metadata method methods metrics migrate milestone milestones
  mobile mode module modules monitor move my
  new note notes notification notifications notify
  oauth oauth2 offer offers onboard onboarding open openapi openid operation operations options order orders organisation organisations
  organization organizations otp out overview owner owners
  page pages parties partner partners party password pause pay payer payers payment payments payout payouts pending permissions phone ping
  plan plans platform platforms policies policy portal post preferences prepare preview price prices pricing privacy process product
  products profile profiles project projects promotions properties provider providers providers public publish purchase purchases push
  query queue quote quotes
  rate rates ready receipt receipts receive recipients reconcile reconciliation record records recurring redeem redirect reference refresh
  refund refunds region register registration reject release releases reminder remove renew reopen replace report reports request requests
  resend reset resource resources restore result results resume retry return returns reverse review reviews revoke role roles rules
  sandbox save schedule schedules schema schemas search secure security self sell seller sellers send server service services session
  sessions settings settle settlement settlements setup share shipment shipments shop sign signin signup sms split start state statement
  statements states statistics stats status statuses stop store stores stream submit subscription subscriptions summary support suspend
  swagger sync system
  tag tags task tasks tax taxes team teams template templates tenant tenants terms test ticket tickets token tokens topup track tracking
  transaction transactions transfer transfers transition types
  unblock unfreeze unlink unlock update upload uploads url usage user userinfo users
  validate validation value values vendor vendors verification verifications verify version versions view void vouchers
  wait wallet wallets webhook webhooks well known withdraw withdrawal withdrawals work workflow workflows
`;

const wordsOf = (text: string): string[] =>
  text
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .match(/[a-z]+\d?/g) ?? [];

const known: ReadonlySet<string> = new Set(
  [
    usualWords,
    ...operations.flatMap(({ id, path, parameters }) => [id, path, ...parameters.map(({ name }) => name)]),
    ...Object.keys(openApiDocument.components.schemas),
    ...namesIn(openApiDocument),
  ].flatMap(wordsOf),
);

/** The names of fields, and their listed values, anywhere in a part of the document. */
function namesIn(part: unknown): string[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([key, child]) => {
    if (key === 'properties') return [...Object.keys(Object(child)), ...namesIn(child)];
    if (key === 'enum' || key === 'x-known-values') return Array.isArray(child) ? child.map(String) : namesIn(child);
    return namesIn(child);
  });
}

const longest = 40;

/** Words, with digits and marks between them. Each of its parts begins with another character, so that no text has two readings. */
const words = /^[a-z]+((\d[-_.]?|[-_.])[a-z]+)*\d?$/i;

/** Whether a text is made of words of the document or of many APIs alone, so that it names no one. */
export const isKnownWord = (text: string): boolean =>
  text.length <= longest && words.test(text) && wordsOf(text).every((word) => known.has(word));
