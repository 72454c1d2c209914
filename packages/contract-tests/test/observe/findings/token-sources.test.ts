import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exampleBodyOf, type OpenApiDocument, type Response } from '@escrow-kit/spec';
import { readOverlays } from '@escrow-kit/spec/overlay';
import { expect, test } from 'vitest';
import { createFindings } from '../../../src/observe/findings/create-findings.ts';
import { createJudge } from '../../../src/observe/judge/create-judge.ts';
import { proposeOverlay } from '../../../src/observe/proposal/propose-overlay.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { callOf } from '../support/exchange-of.ts';

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

/** The document under an overlay. */
async function readOverlay(overlay: string): Promise<OpenApiDocument> {
  const file = join(temporaryFolder(), 'deployment.overlay.yaml');
  writeFileSync(file, overlay);
  return readOverlays([file]);
}

test('AUTH-12 the call that gives a kind of token is found and proposed, and no token is in the proposal', async () => {
  const judge = createJudge();
  const findings = createFindings();
  for (const token of ['canary-token-1', 'canary-token-2', 'canary-token-3'])
    for (const exchange of signIn(token)) findings.add(judge(exchange));

  const overlay = proposeOverlay(findings.list()) ?? '';

  const { components, paths } = await readOverlay(overlay);
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
    const judge = createJudge();
    const findings = createFindings();
    const kept = ['canary-token-1', 'canary-token-2', 'canary-token-3'].flatMap((jwt) =>
      signIn(jwt, { session: { jwt, validFor, owner: 'canary-owner', isNew: true } }).map((exchange) =>
        judge(exchange),
      ),
    );
    for (const exchange of kept) findings.add(exchange);

    const overlay = proposeOverlay(findings.list()) ?? '';

    const { components, paths } = await readOverlay(overlay);
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
    const judge = createJudge();
    const findings = createFindings();
    const [login, call] = signIn('canary-token-1');
    const exchanges = [login, ...Array.from({ length: calls }, () => call)].flatMap((exchange) => exchange ?? []);
    for (const exchange of exchanges) findings.add(judge(exchange));
    return proposeOverlay(findings.list()) ?? '';
  };

  expect(propose(2)).not.toContain('sign-in');
  expect(propose(3)).toMatch(
    /POST \/api\/v3\/sign-in at the host contract, and takes the tokens that it gives\. \(once, likely/,
  );
  expect(propose(3)).toContain('operation: postV3SignIn');
});

test('what an overlay may not add is not proposed: a payment as token source, and paths that servers may read as another', async () => {
  const judge = createJudge();
  const findings = createFindings();
  const answer = { data: { state: 'OPEN' } };
  for (const target of ['/payments/', '/Payments', '/api/v3//state', '/api/v3/state', '/api/V3/state'])
    for (let times = 0; times < 3; times += 1) findings.add(judge({ ...callOf('createContract', { answer }), target }));
  for (const token of ['canary-token-1', 'canary-token-2', 'canary-token-3']) {
    findings.add(judge(callOf('createContract', { answer: { data: { id: 'c', accessToken: token } } })));
    findings.add(judge(callOf('addMilestones', { token, answer })));
  }

  const overlay = proposeOverlay(findings.list()) ?? '';

  const { paths, components } = await readOverlay(overlay);
  const added = Object.keys(paths).map((path) => path.toLowerCase());
  expect(added.filter((path) => /payments\/?$|state$/.test(path))).toEqual(['/payments', '/api/v3/state']);
  expect(components.securitySchemes['clientAdminToken']).not.toHaveProperty('x-obtained-by');
});
