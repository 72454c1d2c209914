import { amountUnit } from '@escrow-kit/spec';
import { parseJson } from '../deployment/parse-json.ts';
import { type Interaction, kitReferencesOf } from '../pacts/pact-document.ts';
import type { Notes } from './notes.ts';
import { readPath } from './read-path.ts';

/** Conditions that no matcher of Pact can express. An interaction names those that its answer has to meet. */
const conditionNames = [
  'client-in-checkout-url',
  'short-id-of-its-own',
  'fee-of-the-share',
  'prices-in-any-order',
] as const;

/** The name of a condition. */
export type ConditionName = (typeof conditionNames)[number];

/** The request and the answer. */
interface Sent {
  values: Notes['values'];
  /** As in the pact. */
  requestBody: unknown;
}

/** Describes how an answer breaks a condition. Undefined if it meets it, or if Pact itself reports the problem. */
const checks: Record<ConditionName, (body: unknown, sent: Sent) => string | undefined> = {
  'client-in-checkout-url': (body, { values: { clientId } }) => {
    const found = checkoutUrlOf(body)?.searchParams.get('client_id');
    if (found === undefined || found === null || isClient(found, String(clientId))) return undefined;
    return `data: the client_id of the checkout URL is ${found}, expected ${clientId}`;
  },
  'short-id-of-its-own': (body, { values: { milestoneId } }) => {
    const segment = /\/external\/([^/]+)/.exec(checkoutUrlOf(body)?.pathname ?? '')?.[1];
    // Compares encoded values, because the answer may contain a malformed escape.
    const isOfMilestone = segment === milestoneId || segment === encodeURIComponent(String(milestoneId));
    if (!isOfMilestone) return undefined;
    return `data: the shortId of the checkout URL is ${milestoneId}, the id of the milestone`;
  },
  'fee-of-the-share': (body) => {
    const milestone = readPath(body, '$.data.milestones[0]') as Record<string, unknown> | undefined;
    const { itemPrice, fee, feePercentage } = milestone ?? {};
    const expected = expectedFee({ itemPrice, fee, feePercentage });
    if (expected === undefined) return undefined;
    return `data.milestones[0].fee: got ${fee}, expected ${expected} (${feePercentage} of ${itemPrice})`;
  },
  'prices-in-any-order': (body, { requestBody }) => {
    const wanted = readPrices(requestBody, '$.milestones');
    const found = readPrices(body, '$.data.milestones');
    const [missing] = wanted.filter((price) => !found.includes(price));
    if (missing === undefined) return undefined;
    const other = found.findIndex((price) => !wanted.includes(price));
    if (other < 0) return `data.milestones: no itemPrice is ${missing}`;
    return `data.milestones[${other}].itemPrice: got ${found[other]}, expected ${missing}`;
  },
};

/** The prices of the milestones at a path. */
function readPrices(body: unknown, path: string): unknown[] {
  const milestones = readPath(body, path);
  return Array.isArray(milestones) ? milestones.map((milestone: { itemPrice?: unknown }) => milestone.itemPrice) : [];
}

/** How a fee is rounded is not shown; this allows rounding to a whole riyal, in the unit of amounts. */
const largestRounding = amountUnit === 'minor' ? 100 : 1;

/** The fee of a milestone as its price and share have it, if its fee differs from that. */
export function expectedFee({ itemPrice, fee, feePercentage }: Record<string, unknown>): number | undefined {
  if (typeof itemPrice !== 'number' || typeof fee !== 'number' || typeof feePercentage !== 'number') return undefined;
  const expected = itemPrice * feePercentage;
  return Math.abs(fee - expected) <= largestRounding ? undefined : expected;
}

/** Whether a query names a client. It is not shown whether a plus sign in it means itself or a space. */
export const isClient = (found: string, clientId: string): boolean =>
  found === clientId || found === clientId.replaceAll('+', ' ');

/** Describes each condition that an answer breaks. */
export function findBrokenConditions(
  interaction: Interaction,
  { values, answerText = '' }: Pick<Notes, 'values' | 'answerText'>,
): string[] {
  const names = kitReferencesOf(interaction).conditions?.split(' ') ?? [];
  const body = parseJson(answerText);
  const sent = { values, requestBody: interaction.request?.body?.content };
  return conditionNames.filter((name) => names.includes(name)).flatMap((name) => checks[name](body, sent) ?? []);
}

/** The checkout URL in an answer; undefined if it has none. */
export function checkoutUrlOf(body: unknown): URL | undefined {
  return URL.parse(String(readPath(body, '$.data'))) ?? undefined;
}
