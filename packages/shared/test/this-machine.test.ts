import { describeOldNode, describeProxyFailure } from '@escrow-kit/shared/this-machine';
import { expect, test } from 'vitest';

test.each(['22.13.1', '24.17.9'])(
  'Node %s is older than >=24.18: one sentence says so, and where to get a newer one',
  (version) => {
    expect(describeOldNode('>=24.18', version)).toBe(
      `This is Node ${version}. Install Node 24.18 or later from https://nodejs.org, or run npm install node@24.`,
    );
  },
);

test.each(['24.18.0', '25.0.0'])('Node %s is new enough for >=24.18', (version) => {
  expect(describeOldNode('>=24.18', version)).toBeUndefined();
});

test('a range may be only a major version', () => {
  expect(describeOldNode('>=24', '24.0.0')).toBeUndefined();
});

const refused = { code: 'ECONNREFUSED', address: '127.0.0.1', port: 3128 };
const onIpv6 = { ...refused, address: '::1' };

test.each([
  ['a refused connection', refused, 'http://127.0.0.1:4020', 'at 127.0.0.1:3128 does not answer; check HTTP_PROXY'],
  ['one of fetch', { cause: refused }, 'http://localhost:4020', 'at 127.0.0.1:3128 does not answer; check HTTP_PROXY'],
  ['each address of its name', { cause: { errors: [onIpv6, refused] } }, 'https://service.example', 'at [::1]:3128'],
  ['its own address', { ...refused, address: '192.0.2.1' }, 'http://127.0.0.1:3128', 'at 192.0.2.1:3128 does'],
  ['a wrong name', { cause: { hostname: 'proxy.example' } }, 'https://service.example', 'at proxy.example does'],
  [
    'a refused tunnel',
    { code: 'ERR_PROXY_TUNNEL' },
    'https://service.example',
    'refused to connect; check HTTPS_PROXY',
  ],
  ['one of fetch', { cause: { cause: { code: 'UND_ERR_ABORTED' } } }, 'http://127.0.0.1:4020', 'refused to connect'],
])('a failure at a proxy is known by %s', (_, error, url, text) => {
  const described = describeProxyFailure(error, new URL(url));

  expect(described).toMatch(/^the proxy .+; check HTTPS?_PROXY and NO_PROXY$/);
  expect(described).toContain(text);
});

test.each([
  [{ cause: refused }, 'http://127.0.0.1:3128'],
  [{ cause: { errors: [onIpv6, refused] } }, 'http://localhost:3128'],
  [onIpv6, 'http://[::1]:3128'],
  [{ ...refused, address: '192.0.2.1', port: 443 }, 'https://service.example'],
  [{ cause: { code: 'ENOTFOUND', hostname: 'service.example' } }, 'https://service.example'],
  [{ code: 'ECONNRESET' }, 'http://127.0.0.1:4020'],
  [undefined, 'http://127.0.0.1:4020'],
])('%j of a request to %s is not about a proxy', (error, url) => {
  expect(describeProxyFailure(error, new URL(url))).toBeUndefined();
});
