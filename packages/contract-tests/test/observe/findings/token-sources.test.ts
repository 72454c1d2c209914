import { exampleBodyOf, type Response } from '@escrow-kit/spec';
import { expect, test } from 'vitest';
import { createJudge } from '../../../src/observe/judge/create-judge.ts';
import { callOf } from '../support/exchange-of.ts';
import { overlayOf, times } from './propose.ts';
import { documentUnder } from './under-overlay.ts';

/** A sign-in that the document does not have, and a call with the token that it gave. */
const signIn = (token: string, answer: object = { data: { accessToken: token, expiresIn: 3600, kind: 'bearer' } }) => [
  {
    ...callOf('createContract', {
      token: undefined,
      body: { clientId: 'shop', clientSecret: `secret-of-${token}` },
      answer,
    }),
    target: '/api/v3/sign-in',
  },
  callOf('createContract', { token }),
];

const tokens = ['canary-token-1', 'canary-token-2', 'canary-token-3'];

test('AUTH-12 the call that gives a kind of token is found and proposed, and no token is in the proposal', async () => {
  const overlay = overlayOf(tokens.flatMap((token) => signIn(token)).map(createJudge()));

  const { components, paths } = await documentUnder(overlay);
  expect(paths['/api/v3/sign-in']?.post?.operationId).toBe('postV3SignIn');
  expect(components.securitySchemes['clientAdminToken']?.['x-obtained-by']).toEqual({
    operation: 'postV3SignIn',
    token: '/data/accessToken',
    expiresInSeconds: '/data/expiresIn',
  });
  expect(overlay).toContain(
    'POST /api/v3/sign-in gives tokens of the kind clientAdmin in data.accessToken, with its lifetime in data.expiresIn.',
  );
  const answer = paths['/api/v3/sign-in']?.post?.responses['200'] as Response;
  expect(exampleBodyOf({ body: answer.content?.['application/json'] })).toEqual({
    data: { accessToken: 'adm_sandbox', expiresIn: 3600, kind: 'text' },
  });
  expect(overlay).not.toMatch(/canary/i);
});

test.each<[validFor: number, lifetime: object]>([
  [1800, { expiresInSeconds: '/session/validFor' }],
  [1_893_456_000, {}],
])(
  'AUTH-12 a token in an object whose name looks secret is found, with a lifetime of %i beside it if that may be seconds',
  async (validFor, lifetime) => {
    const kept = tokens
      .flatMap((jwt) => signIn(jwt, { session: { jwt, validFor, owner: 'canary-owner', isNew: true } }))
      .map(createJudge());

    const overlay = overlayOf(kept);

    const { components, paths } = await documentUnder(overlay);
    expect(components.securitySchemes['clientAdminToken']?.['x-obtained-by']).toEqual({
      operation: 'postV3SignIn',
      token: '/session/jwt',
      ...lifetime,
    });
    const session = ['200', 'content', 'application/json', 'schema', 'properties', 'session'];
    const { responses } = paths['/api/v3/sign-in']?.post ?? {};
    expect(responses).toHaveProperty([...session, 'properties', 'jwt', 'x-sensitive'], 'secret');
    expect(responses).toHaveProperty([...session, 'properties', 'owner', 'x-sensitive'], 'secret');
    expect(responses).not.toHaveProperty([...session, 'x-sensitive']);
    expect(JSON.stringify(kept) + overlay).not.toMatch(/canary|1800|1893456000/i);
  },
);

test('AUTH-12 a sign-in that was seen once is proposed if three calls with its token were served, not if two were', () => {
  const propose = (calls: number): string => {
    const [login, call] = signIn('canary-token-1');
    return overlayOf([login, ...times(calls, () => call)].flatMap((exchange) => exchange ?? []).map(createJudge()));
  };

  expect(propose(2)).not.toContain('sign-in');
  expect(propose(3)).toMatch(
    /POST \/api\/v3\/sign-in at the host contract, and takes the tokens that it gives\. \(once, likely/,
  );
  expect(propose(3)).toContain('operation: postV3SignIn');
});

test('what an overlay may not add is not proposed: a payment, or a call that takes its token, as token source, and paths that servers may read as another', async () => {
  const answer = { data: { state: 'OPEN' } };
  const targets = ['/payments/', '/Payments', '/api/v3//state', '/api/v3/state', '/api/V3/state'];
  const called = targets.map((target) => ({ ...callOf('createContract', { answer }), target }));
  const paid = tokens.flatMap((token) => [
    callOf('createContract', { answer: { data: { id: 'c', accessToken: token } } }),
    callOf('addMilestones', { token, answer }),
  ]);

  const renewed = [...tokens, 'canary-token-4'].map((token, index) =>
    callOf('getUser', { token: `user-${token}`, answer: { data: { sessionToken: `user-${tokens[index + 1]}` } } }),
  );

  const overlay = overlayOf(
    [...times(3, () => called).flat(), ...paid, ...times(3, () => renewed).flat()].map(createJudge()),
  );

  const { paths, components } = await documentUnder(overlay);
  const added = Object.keys(paths).map((path) => path.toLowerCase());
  expect(added.filter((path) => /payments\/?$|state$/.test(path))).toEqual(['/payments', '/api/v3/state']);
  expect(components.securitySchemes['clientAdminToken']).not.toHaveProperty('x-obtained-by');
  expect(components.securitySchemes['apiKey']).not.toHaveProperty('x-obtained-by');
});
