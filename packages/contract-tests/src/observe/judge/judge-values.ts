import type { DocumentedOperation } from '@escrow-kit/spec';
import { checkoutUrlOf, expectedFee, isClient, readPrices } from '../../judge/find-broken-conditions.ts';
import { readPath } from '../../judge/read-path.ts';
import { placeOf } from './body-walk.ts';
import type { FoundViolation } from './keep-violation.ts';
import type { ReadExchange } from './read-exchange.ts';

/** What the values of an answer have to be, which no schema can say. Its body is as documented. */
export function judgeValues(exchange: ReadExchange): FoundViolation[] {
  if (exchange.call?.id === 'addMilestones') return judgeMilestones(exchange);
  return exchange.call?.id === 'startPayment' ? judgeCheckout(exchange) : [];
}

function judgeMilestones({ request, response, operation }: ReadExchange): FoundViolation[] {
  const content = response?.body.content;
  const milestones = readPath(content, '$.data.milestones');
  if (!Array.isArray(milestones)) return [];
  const found = wrongIn(content, operation);
  const wanted = readPrices(request.body.content, '$.milestones');
  const prices = readPrices(content, '$.data.milestones');
  // A service may take a price in quotes.
  // An overlay may give the amount another name; that it is there, the schema says.
  const isAnswered = milestones.some((milestone) => Object.hasOwn(Object(milestone), 'itemPrice'));
  const isMissing = isAnswered && wanted.some((price) => typeof price === 'number' && !prices.includes(price));
  const wrongFee = milestones.findIndex((milestone) => expectedFee(Object(milestone)) !== undefined);
  return [
    ...(isMissing
      ? [found('/data/milestones/0/itemPrice', { rule: 'MILESTONE-2', message: 'is not the amount sent' })]
      : []),
    ...(wrongFee < 0
      ? []
      : [
          found(`/data/milestones/${wrongFee}/fee`, {
            rule: 'MILESTONE-2',
            basis: 'implied',
            message: 'is not feePercentage of itemPrice',
          }),
        ]),
  ];
}

function judgeCheckout({ response, operation, pathParameters }: ReadExchange): FoundViolation[] {
  const content = response?.body.content;
  const found = wrongIn(content, operation);
  const url = checkoutUrlOf(content);
  if (!url) return [found('/data', { rule: 'PAY-1', message: 'is no URL' })];
  const client = url.searchParams.get('client_id');
  const { clientId = '' } = pathParameters;
  const wrong = (isWrong: boolean, rule: string, message: string): FoundViolation[] =>
    isWrong ? [found('/data', { rule, message })] : [];
  return [
    ...wrong(client === null, 'PAY-2', 'has no client_id in its query'),
    ...wrong(client !== null && !isClient(client, clientId), 'AUTH-5', 'names another client_id than the path'),
    ...wrong(!url.searchParams.has('payment_methods'), 'PAY-2', 'has no payment_methods in its query'),
    ...wrong(!/\/external\/[^/]+/.test(url.pathname), 'PAY-3', 'has no shortId after /external/'),
  ];
}

const wrongIn =
  (root: unknown, operation: DocumentedOperation | undefined) =>
  (pointer: string, violation: Pick<FoundViolation, 'rule' | 'basis' | 'message'>): FoundViolation => {
    const [media] = Object.values(operation?.responses['200']?.content ?? {});
    return { part: 'response', at: 'body', ...violation, inBody: { pointer, root, place: placeOf(media?.schema) } };
  };
