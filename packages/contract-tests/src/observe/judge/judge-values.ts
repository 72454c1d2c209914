import { checkoutUrlOf, expectedFee, isClient, readPrices } from '../../judge/find-broken-conditions.ts';
import { readPath } from '../../judge/read-path.ts';
import { placeOf } from './body-walk.ts';
import type { FoundViolation } from './keep-violation.ts';
import type { AnsweredCall } from './read-exchange.ts';

/** What is wrong with a value of an answer, which no schema can say. */
type WrongValue = Pick<FoundViolation, 'rule' | 'basis' | 'message'> & { pointer: string };

/** What the values of an answer have to be, which no schema can say. Its body is as documented. */
export function judgeValues({ call, request, response, pathParameters }: AnsweredCall): FoundViolation[] {
  const root = response.body.content;
  const found =
    call.id === 'addMilestones'
      ? findWrongMilestones(request.body.content, root)
      : call.id === 'startPayment'
        ? findWrongCheckout(root, pathParameters['clientId'] ?? '')
        : [];
  const place = placeOf(response.schema);
  return found.map(({ pointer, ...wrong }) => ({
    part: 'response',
    at: 'body',
    ...wrong,
    inBody: { pointer, root, place },
  }));
}

function findWrongMilestones(sent: unknown, came: unknown): WrongValue[] {
  const milestones = readPath(came, '$.data.milestones');
  if (!Array.isArray(milestones)) return [];
  const wanted = readPrices(sent, '$.milestones');
  const prices = readPrices(came, '$.data.milestones');
  // An overlay may give the amount another name; that it is there, the schema says.
  const isAnswered = milestones.some((milestone) => Object.hasOwn(Object(milestone), 'itemPrice'));
  // A service may take a price in quotes.
  const isMissing = isAnswered && wanted.some((price) => typeof price === 'number' && !prices.includes(price));
  const wrongFee = milestones.findIndex((milestone) => expectedFee(Object(milestone)) !== undefined);
  const price = { pointer: '/data/milestones/0/itemPrice', message: 'is not the amount sent' };
  const fee = { pointer: `/data/milestones/${wrongFee}/fee`, message: 'is not feePercentage of itemPrice' };
  return [
    ...(isMissing ? [{ ...price, rule: 'MILESTONE-2' }] : []),
    ...(wrongFee >= 0 ? [{ ...fee, rule: 'MILESTONE-2', basis: 'implied' as const }] : []),
  ];
}

function findWrongCheckout(came: unknown, clientId: string): WrongValue[] {
  const url = checkoutUrlOf(came);
  const client = url?.searchParams.get('client_id') ?? null;
  const checks: [isWrong: boolean, rule: string, message: string][] = url
    ? [
        [client === null, 'PAY-2', 'has no client_id in its query'],
        [client !== null && !isClient(client, clientId), 'AUTH-5', 'names another client_id than the path'],
        [!url.searchParams.has('payment_methods'), 'PAY-2', 'has no payment_methods in its query'],
        [!/\/external\/[^/]+/.test(url.pathname), 'PAY-3', 'has no shortId after /external/'],
      ]
    : [[true, 'PAY-1', 'is no URL']];
  return checks.filter(([isWrong]) => isWrong).map(([, rule, message]) => ({ pointer: '/data', rule, message }));
}
