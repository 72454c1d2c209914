import type { ControlSchema } from '@escrow-kit/sandbox-control';
import { type OperationId, openApiDocument } from '@escrow-kit/spec';
import type { Store } from '../store/store.ts';
import type { Row } from '../store/tables.ts';
import { readDeadline } from './contracts.ts';
import { findMilestoneOfShortId } from './milestones.ts';
import { listParties } from './parties.ts';
import { isObject } from './require-shape.ts';
import type { TenantCall } from './tenants.ts';

/**
 * Values that the service's description allows, but that are probably mistakes. A call with one is answered like any other. Warnings
 * are derived from stored data, so that they outlive the request log.
 */
type Warning = ControlSchema<'Warning'>;

/** A place, and what is wrong there, without its value. */
interface Finding {
  field: string;
  what: string;
}

/** What is wrong with a field, whichever call sends it. */
interface FieldCheck {
  /** `sentAt` is a time on the tenant's clock. */
  isOdd(value: unknown, sentAt: number): boolean;
  what: string;
}

const nationalId = openApiDocument.components.schemas['NationalIdRequest']?.properties?.['nationalId'];
const nationalIdPattern = new RegExp(nationalId?.pattern ?? '', 'u');

const fieldChecks = {
  deadLine: {
    isOdd: (value, sentAt) => typeof value === 'string' && (readDeadline({ deadLine: value }) ?? sentAt) < sentAt,
    what: "The deadline was already past on the tenant's clock. What the service does then is not shown.",
  },
  itemPrice: {
    isOdd: (value) => value === 0,
    what: "The price is 0, so the escrow holds nothing. The service's smallest price is not shown.",
  },
  currency: {
    isOdd: (value) => typeof value === 'string' && !Intl.supportedValuesOf('currency').includes(value),
    what: 'The currency is not a code of ISO 4217, such as SAR. Which currencies the service accepts is not shown.',
  },
  iban: {
    isOdd: (value) => typeof value === 'string' && hasWrongCheckDigits(value),
    what: 'The IBAN has wrong check digits (ISO 13616), so no bank has this account. Whether the service checks them is not shown.',
  },
  nationalId: {
    isOdd: (value) => typeof value === 'string' && !nationalIdPattern.test(value),
    what: `submitNationalId refuses this national ID (ID-1). ${nationalId?.['x-remedy'] ?? ''} Whether the service refuses it here too is not shown.`,
  },
} satisfies Record<string, FieldCheck>;

type FieldName = keyof typeof fieldChecks;

const fieldsOfMilestone: FieldName[] = ['deadLine', 'itemPrice', 'currency'];
const fieldsOfBankAccount: FieldName[] = ['iban', 'currency', 'nationalId'];

const sellerIsBuyer = 'A seller is also a buyer of this milestone. Whether the service allows that is not shown.';

const ticketOfSeller =
  'The ticket is for a seller, not a buyer, so the sandbox refuses it at the checkout. What the service does is not shown.';

/** An IBAN with its first four characters at the end, and letters as numbers, is 1 modulo 97. Another text than an IBAN has no check digits. */
function hasWrongCheckDigits(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z\d]{1,30}$/.test(text)) return false;
  const turned = text.slice(4) + text.slice(0, 4);
  return BigInt(turned.replaceAll(/[A-Z]/g, (letter) => String(Number.parseInt(letter, 36)))) % 97n !== 1n;
}

/** Checks the named fields of what was sent. `place` is where it stands. */
function checkFields(
  sent: unknown,
  { names, place = '', sentAt }: { names: FieldName[]; place?: string; sentAt: number },
): Finding[] {
  const values = isObject(sent) ? sent : {};
  return names
    .filter((name) => fieldChecks[name].isOdd(values[name], sentAt))
    .map((name) => ({ field: `${place}${name}`, what: fieldChecks[name].what }));
}

/** The PROVIDERs of a milestone who are its CUSTOMERs too, or those who are not. */
function listSellers(parties: Row<'parties'>[], { whoBuy }: { whoBuy: boolean }): Row<'parties'>[] {
  const buyers = parties.filter(({ role }) => role === 'CUSTOMER').map(({ phone }) => phone);
  return parties.filter(({ role, phone }) => role === 'PROVIDER' && buyers.includes(phone) === whoBuy);
}

function checkSellers(parties: Row<'parties'>[], place: string): Finding[] {
  return listSellers(parties, { whoBuy: true }).map(({ position }) => ({
    field: `${place}[${position}].phoneNumber`,
    what: sellerIsBuyer,
  }));
}

/** A call that was carried out. */
type DoneCall = Pick<TenantCall, 'store' | 'tenant' | 'now'> & { sent: Record<string, unknown> };

const checkBankAccount = ({ sent, now }: DoneCall) => checkFields(sent, { names: fieldsOfBankAccount, sentAt: now });

/** What is looked at in each call. Their handlers have checked the shape of `sent`, whichever rules are noted or off. */
const callChecks: { [Id in OperationId]?: (call: DoneCall) => Finding[] } = {
  createContract: ({ sent, now }) => checkFields(sent, { names: ['currency'], sentAt: now }),
  addMilestones: ({ sent, now }) =>
    Object.entries(sent['milestones'] ?? {}).flatMap(([index, milestone]) =>
      checkFields(milestone, { names: fieldsOfMilestone, place: `milestones[${index}].`, sentAt: now }),
    ),
  addParties: ({ store, tenant, sent }) =>
    Object.keys(sent['mileStonesParties'] ?? {}).flatMap((milestoneId) =>
      checkSellers(listParties(store, { tenantId: tenant.id, milestoneId }), `mileStonesParties.${milestoneId}`),
    ),
  addBankAccount: checkBankAccount,
  legacyAddIban: checkBankAccount,
  requestTicket: ({ store, tenant, sent }) => {
    const shortId = String(sent['scope']).replace(/^payment:/, '');
    const milestone = findMilestoneOfShortId(store, { tenantId: tenant.id, shortId });
    const parties = milestone ? listParties(store, { tenantId: tenant.id, milestoneId: milestone.id }) : [];
    const isForSeller = listSellers(parties, { whoBuy: false }).some(({ phone }) => phone === sent['login_hint']);
    return isForSeller ? [{ field: 'login_hint', what: ticketOfSeller }] : [];
  },
};

/** Finds what deserves a warning in a call that was carried out. */
export function findWarnings(operationId: OperationId, call: Omit<DoneCall, 'sent'> & { body: unknown }): Warning[] {
  const sent = isObject(call.body) ? call.body : {};
  return toWarnings(callChecks[operationId]?.({ ...call, sent }) ?? []);
}

/** Finds what deserves a warning in the calls that made a milestone: also those of its contract, parties, tickets and bank accounts. */
export function findWarningsOfMilestone(store: Store, milestone: Row<'milestones'>): Warning[] {
  const { tenantId, id: milestoneId, contractId, shortId, detailsJson, createdAt: sentAt } = milestone;
  const contract = store.find('contracts', { tenantId, id: contractId });
  const parties = listParties(store, { tenantId, milestoneId });
  const withTicket = listSellers(parties, { whoBuy: false }).filter(
    ({ userId }) => userId !== null && store.find('tickets', { tenantId, shortId, userId }),
  );
  const check = (json: string, names: FieldName[], place: string) =>
    checkFields(JSON.parse(json), { names, place, sentAt });
  return toWarnings([
    ...check(contract?.detailsJson ?? '{}', ['currency'], 'contract.'),
    ...check(detailsJson, fieldsOfMilestone, ''),
    ...checkSellers(parties, 'parties'),
    ...withTicket.map(() => ({ field: 'ticket.login_hint', what: ticketOfSeller })),
    // A user who buys and sells is listed twice.
    ...[...new Map(parties.map(({ userId, position }) => [userId, position]))].flatMap(([userId, position]) => {
      const accounts = userId === null ? [] : store.list('bankAccounts', { tenantId, userId });
      const place = `parties[${position}].bankAccount.`;
      return accounts.flatMap((account) => check(account.detailsJson, fieldsOfBankAccount, place));
    }),
  ]);
}

/** One warning of each kind, however many fields it is about. */
function toWarnings(findings: Finding[]): Warning[] {
  return [...Map.groupBy(findings, ({ what }) => what)].flatMap(([what, [first, ...others]]) => {
    const more = others.length > 0 ? ` and ${others.length} more` : '';
    return first ? [{ field: first.field, message: `${what} (${first.field}${more})` }] : [];
  });
}
