import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { join } from 'node:path';
import { type DebianProgram, findDebianProgram } from '@escrow-kit/suite/debian-program';
import { findPhp, type GuideFiles, startPhpEndpoint, writeGuideFiles } from '@escrow-kit/suite/other-languages';
import { beforeAll, expect, onTestFinished, type TestContext, test } from 'vitest';
import { signedRequest } from '../../src/index.ts';
import serviceSignature from '../../vectors/service-signature.json' with { type: 'json' };
import standardWebhooks from '../../vectors/standard-webhooks.json' with { type: 'json' };

type Language = 'PHP' | 'Python';

/** The verifiers and the endpoint of the guide. */
let files: GuideFiles;
let interpreters: Record<Language, DebianProgram | undefined>;

beforeAll(async () => {
  files = await writeGuideFiles();
  interpreters = {
    PHP: await findPhp(),
    Python: await findDebianProgram({ name: 'python3', debianPackage: 'python3' }),
  };
  return async () => {
    for (const interpreter of Object.values(interpreters)) await interpreter?.remove();
    await files.remove();
  };
});

const interpreterOf = (language: Language, { skip }: TestContext): DebianProgram =>
  interpreters[language] ?? skip(`This machine has neither ${language}, nor apt to fetch it.`);

/** Prints every warning, or makes it an error. */
const strict: Record<Language, string[]> = {
  PHP: ['-d', 'error_reporting=-1', '-d', 'display_errors=stderr'],
  Python: ['-W', 'error', '-B'],
};

/** Runs a program of this folder, or code, where the verifiers are. */
function run(language: Language, parameters: string[], context: TestContext, input = '') {
  const { command, env } = interpreterOf(language, context);
  return spawnSync(command, [...strict[language], ...parameters], { cwd: files.folder, env, input, encoding: 'utf8' });
}

const programs: Record<Language, string> = {
  PHP: join(import.meta.dirname, 'run_vectors.php'),
  Python: join(import.meta.dirname, 'run_vectors.py'),
};

test.for([
  { language: 'PHP', what: 'the service', file: serviceSignature },
  { language: 'PHP', what: 'the relay', file: standardWebhooks },
  { language: 'Python', what: 'the service', file: serviceSignature },
  { language: 'Python', what: 'the relay', file: standardWebhooks },
] as const)('HOOK-2 $language decides every vector of $what rightly', ({ language, file }, context) => {
  const { stdout, stderr } = run(language, [programs[language]], context, JSON.stringify(file));

  expect(stderr).toBe('');
  const accepted: Record<number, boolean> = JSON.parse(stdout);
  const tests = file.testGroups.flatMap((group): { tcId: number; comment: string; result: string }[] => group.tests);
  expect(Object.keys(accepted)).toHaveLength(file.numberOfTests);
  expect(
    tests.filter(({ tcId, result }) => ![accepted[tcId] ? 'valid' : 'invalid', 'acceptable'].includes(result)),
  ).toEqual([]);
});

test.for([
  { language: 'PHP', secrets: '[""]' },
  { language: 'PHP', secrets: '[]' },
  { language: 'PHP', secrets: '["secret\\n"]' },
  { language: 'PHP', secrets: '["secret", ""]' },
  { language: 'Python', secrets: '""' },
  { language: 'Python', secrets: '[""]' },
  { language: 'Python', secrets: '[]' },
  { language: 'Python', secrets: '["secret\\n"]' },
  { language: 'Python', secrets: '["secret", ""]' },
] as const)('HOOK-2 $language refuses the secrets $secrets', ({ language, secrets }, context) => {
  const code: Record<Language, string[]> = {
    PHP: ['-r', `require 'verify.php'; is_signed('', null, ${secrets});`],
    Python: ['-c', `import verify; verify.is_signed(b'', None, ${secrets})`],
  };

  const { status, stderr } = run(language, code[language], context);

  expect(status).not.toBe(0);
  expect(stderr).toContain('The webhook secret is missing, or has white space around it.');
});

/** Starts the endpoint of the guide until the test ends. */
async function startEndpoint(secret: string, context: TestContext) {
  const endpoint = await startPhpEndpoint(interpreterOf('PHP', context), { ...files, secret });
  onTestFinished(endpoint.stop);
  return endpoint;
}

/** Posts with headers as they are, which `fetch` would join. */
async function post(
  url: string,
  headers: Record<string, string | string[]>,
  body: string,
): Promise<number | undefined> {
  const sent = request(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers } });
  sent.end(body);
  const [response] = await once(sent, 'response');
  response.resume();
  return response.statusCode;
}

/** PHP warns of bodies above `post_max_size`, 8 MB by default, before the endpoint runs. */
const overPostLimitInBytes = 9_000_000;

const event = { status: 'PAID', milestoneId: 'milestone-1', referenceId: 'reference-1' };

test('HOOK-2 the endpoint in PHP takes what either secret signed, and refuses everything else', async (context) => {
  const { url, log, stop } = await startEndpoint('new old', context);
  const { body, headers } = signedRequest({ event, secret: 'new' });
  const signature = headers['service-signature'] ?? '';
  const long = signedRequest({ event: { ...event, note: 'a'.repeat(70_000) }, secret: 'new' });
  const noEvent = signedRequest({ body: 'no JSON', secret: 'new' });

  const statuses = [
    await post(url, headers, body),
    await post(url, signedRequest({ event, secret: 'old' }).headers, body),
    await post(url, noEvent.headers, noEvent.body),
    await post(url, signedRequest({ event, secret: 'other' }).headers, body),
    await post(url, headers, `${body} `),
    await post(url, {}, body),
    await post(url, { 'service-signature': [signature, signature] }, body),
    await post(url, long.headers, long.body),
    await post(url, {}, 'a'.repeat(overPostLimitInBytes)),
  ];

  expect(statuses).toEqual([200, 200, 200, 401, 401, 401, 401, 401, 401]);
  await stop();
  expect(log.filter((line) => line.endsWith('["milestone-1","PAID"]'))).toHaveLength(2);
});

test('HOOK-2 the endpoint in PHP takes nothing while it has no secret', async (context) => {
  const { url } = await startEndpoint('', context);
  const { body, headers } = signedRequest({ event, secret: 'new' });

  expect(await post(url, headers, body)).toBe(500);
});
