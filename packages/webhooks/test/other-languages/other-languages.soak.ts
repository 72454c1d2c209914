import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { type DebianProgram, findDebianProgram } from '@escrow-kit/tools/debian-program';
import { onExit } from '@escrow-kit/tools/on-exit';
import { temporaryFolder } from '@escrow-kit/tools/temporary-folder';
import { until } from '@escrow-kit/tools/until';
import { beforeAll, expect, onTestFinished, type TestContext, test } from 'vitest';
import { signedRequest } from '../../src/index.ts';
import serviceSignature from '../../vectors/service-signature.json' with { type: 'json' };
import standardWebhooks from '../../vectors/standard-webhooks.json' with { type: 'json' };
import { startRelayProcess } from '../relay/support/relay.ts';
import { secret } from '../support/receiver.ts';

type Language = 'PHP' | 'Python';

const guide = join(import.meta.dirname, '../../../../docs/guide');

/** A folder with the files in PHP and Python that the guide shows, and those that the package contains. */
let folder: string;
/** The guide's parameters for the endpoint in PHP, on a free port. */
let phpParameters: string[];
let interpreters: Record<Language, DebianProgram | undefined>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'escrow-languages-'));
  await cp(new URL('../../verifiers', import.meta.url), folder, { recursive: true });
  const page = await readFile(join(guide, 'other-languages.md'), 'utf8');
  const files = page.matchAll(/`(\w+\.(?:php|py))`[^`]*```(?:php|python)\n(.*?)```/gs);
  for (const [, name = '', code = ''] of files) await writeFile(join(folder, name), code);
  const [, parameters = ''] = / php (-.+ endpoint\.php)$/m.exec(page) ?? [];
  phpParameters = parameters.replace(':8000', ':0').split(' ');
  interpreters = {
    PHP: await findDebianProgram({ name: 'php{,[0-9]*}', debianPackage: 'php-cli' }),
    Python: await findDebianProgram({ name: 'python3', debianPackage: 'python3' }),
  };
  return async () => {
    for (const interpreter of Object.values(interpreters)) await interpreter?.remove();
    await rm(folder, { recursive: true, force: true });
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
  return spawnSync(command, [...strict[language], ...parameters], { cwd: folder, env, input, encoding: 'utf8' });
}

const programs: Record<Language, string> = {
  PHP: join(import.meta.dirname, 'run_vectors.php'),
  Python: join(import.meta.dirname, 'run_vectors.py'),
};

test.for([
  ['PHP', serviceSignature],
  ['PHP', standardWebhooks],
  ['Python', serviceSignature],
  ['Python', standardWebhooks],
] as const)('HOOK-2 %s decides every vector rightly', ([language, file], context) => {
  const { stdout, stderr } = run(language, [programs[language]], context, JSON.stringify(file));

  expect(stderr).toBe('');
  const accepted: Record<number, boolean> = JSON.parse(stdout);
  const tests = file.testGroups.flatMap((group): { tcId: number; comment: string; result: string }[] => group.tests);
  expect(Object.keys(accepted)).toHaveLength(file.numberOfTests);
  expect(
    tests.filter(({ tcId, result }) => ![accepted[tcId] ? 'valid' : 'invalid', 'acceptable'].includes(result)),
  ).toEqual([]);
});

test.for(['PHP', 'Python'] as const)(
  'HOOK-2 %s refuses secrets that are empty or have white space',
  (language, context) => {
    for (const secrets of ['[""]', '["secret\\n"]', '["secret", ""]']) {
      const code: Record<Language, string[]> = {
        PHP: ['-r', `require 'verify.php'; is_signed('', null, ${secrets});`],
        Python: ['-c', `import verify; verify.is_signed(b'', None, ${secrets})`],
      };

      const { status, stderr } = run(language, code[language], context);

      expect(status).not.toBe(0);
      expect(stderr).toContain('The webhook secret is missing, or has white space around it.');
    }
  },
);

/** Starts the endpoint of the guide, on a free port, until the test ends. `log` has its lines. */
async function startEndpoint(secrets: string, context: TestContext) {
  const { command, env } = interpreterOf('PHP', context);
  const child = spawn(command, phpParameters, {
    cwd: folder,
    env: { ...env, ESCROW_WEBHOOK_SECRET: secrets },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onExit(() => child.kill());
  const log: string[] = [];
  const lines = createInterface(child.stderr).on('line', (line) => log.push(line));
  const [started] = await once(lines, 'line');
  const closed = once(child, 'close');
  const stop = async () => {
    child.kill();
    await closed;
  };
  onTestFinished(stop);
  return { url: /\((http:.+)\)/.exec(String(started))?.[1] ?? '', log, stop };
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

test("the relay's chapter forwards an event to the guide's endpoint in PHP", async (context) => {
  const endpoint = await startEndpoint(secret, context);
  const relay = startRelayProcess(['--store', temporaryFolder(), '--to', `${endpoint.url}/webhooks`]);
  const [, lines = ''] = /```sh\n(body=.+?)```/s.exec(await readFile(join(guide, 'relay.md'), 'utf8')) ?? [];
  const commands = lines.replace('http://127.0.0.1:4040/', await relay.url());

  const env = { ...process.env, ESCROW_WEBHOOK_SECRET: secret };
  const { stdout } = await promisify(execFile)('sh', ['-c', commands], { env });

  expect(stdout).toContain('Received.');
  await until(() => expect(endpoint.log.filter((line) => line.endsWith('["milestone-1","PAID"]'))).toHaveLength(1));
});
