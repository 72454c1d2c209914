import { expect, test } from 'vitest';
import { routeCalls, routeEvents } from '../../src/observe/proxy/route.ts';

const hosts = {
  contract: 'http://contract.example',
  auth: 'http://auth.example/base/',
  identity: 'https://identity.example',
};

test.each<[method: string, target: string, url: string]>([
  ['POST', '/api/external/contracts', 'http://contract.example/api/external/contracts'],
  ['POST', '/api/users/external/7/banks', 'http://auth.example/base/api/users/external/7/banks'],
  ['PATCH', '/api/external/otps/validate?a=%20', 'http://auth.example/base/api/external/otps/validate?a=%20'],
  [
    'OPTIONS',
    '/realms/service/service-partner/customers',
    'https://identity.example/realms/service/service-partner/customers',
  ],
  ['GET', '/realms/other', 'https://identity.example/realms/other'],
  ['GET', '/api/users/external/7/cards', 'http://auth.example/base/api/users/external/7/cards'],
  ['GET', '/api/external/contracts/7', 'http://contract.example/api/external/contracts/7'],
  ['GET', '/external/abc', 'http://contract.example/external/abc'],
  ['GET', '/', 'http://contract.example/'],
  ['GET', '//x/../y', 'http://contract.example//x/../y'],
])('the call %s %s goes to %s', (method, target, expected) => {
  const destination = routeCalls(hosts)(method, target);

  expect('url' in destination && `${destination.url.origin}${destination.target}`).toBe(expected);
});

test('a call to a host without an address is refused with the option to give', () => {
  expect(routeCalls(hosts)('POST', '/users/link')).toEqual({
    status: 502,
    reason: 'No address of the host "users" is given. Start with --users-url.',
  });
});

test.each([
  ['/', '/webhooks/escrow'],
  ['/hooks/7?key=a%2F', '/webhooks/escrow?key=a%2F'],
])('an event to %s goes to the endpoint %s', (target, expected) => {
  expect(routeEvents('http://shop.example/webhooks/escrow')('POST', target)).toMatchObject({ target: expected });
});
