import { expect, test } from 'vitest';
import * as node from '../src/index.ts';
import * as web from '../src/web.ts';

/** Besides these there are types: the test of the packed packages counts both. */
const names = [
  'NotStoredError',
  'WebhookError',
  'WebhookRequestError',
  'WebhookVerificationError',
  'constructEvent',
  'createWebhookReceiver',
  'eventKey',
  'handleByStatus',
  'parseEvent',
  'reconcile',
  'refusalMessages',
  'sign',
  'signedRequest',
  'verify',
  'verifySignature',
];

test.each(Object.entries({ node, web }))('the entry point for %s has these functions and errors', (_name, exported) => {
  expect(Object.keys(exported).toSorted()).toEqual(names);
});
