import type { RequestParts } from '../src/validate.ts';
import { requestExample } from './document-parts.ts';

/** A rule held by an operation's parameters: an accepted request and a refused one. */
export interface RequestCase {
  rule: string;
  operationId: string;
  accepted: { title: string; request: RequestParts };
  refused: { title: string; request: RequestParts; at: string };
}

const path = { milestoneId: 'milestone-1', clientId: 'sandbox-client' };
const query = { redirectUrl: 'https://shop.example/return', paymentType: 'PURCHASE' };
const body = requestExample('addBankAccount', 'seller');

function withRedirectUrl(redirectUrl: string): RequestParts {
  return { path, query: { ...query, redirectUrl } };
}

export const requestCases: RequestCase[] = [
  {
    rule: 'PAY-1a',
    operationId: 'startPayment',
    accepted: { title: 'a start of payment with its two query values is accepted', request: { path, query } },
    refused: {
      title: 'a start of payment without redirectUrl is refused',
      request: { path, query: { paymentType: 'PURCHASE' } },
      at: 'query redirectUrl',
    },
  },
  {
    rule: 'PAY-1a',
    operationId: 'startPayment',
    accepted: {
      title: 'an unknown paymentType is accepted',
      request: { path, query: { ...query, paymentType: 'ANOTHER' } },
    },
    refused: {
      title: 'a start of payment without paymentType is refused',
      request: { path, query: { redirectUrl: query.redirectUrl } },
      at: 'query paymentType',
    },
  },
  {
    rule: 'PAY-1d',
    operationId: 'startPayment',
    accepted: {
      title: 'a redirectUrl with a query is accepted',
      request: withRedirectUrl('https://shop.example/?a=1'),
    },
    refused: {
      title: 'a redirectUrl that is not a URL is refused',
      request: withRedirectUrl('https://shop.example/ return'),
      at: 'query redirectUrl',
    },
  },
  {
    rule: 'PAY-1b',
    operationId: 'startPayment',
    accepted: { title: 'a scheme in capitals is accepted', request: withRedirectUrl('HTTPS://shop.example/return') },
    refused: {
      title: 'a scheme that runs code is refused',
      request: withRedirectUrl('javascript:alert(1)'),
      at: 'query redirectUrl',
    },
  },
  {
    rule: 'USER-1a',
    operationId: 'addBankAccount',
    accepted: { title: 'a serviceUserId of digits is accepted', request: { path: { serviceUserId: '1001' }, body } },
    refused: {
      title: 'a serviceUserId that is not a number is refused',
      request: { path: { serviceUserId: 'first' }, body },
      at: 'path serviceUserId',
    },
  },
];
