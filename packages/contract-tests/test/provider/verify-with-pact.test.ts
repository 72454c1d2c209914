import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '@escrow-kit/sandbox';
import { shippedRules, startService } from '@escrow-kit/sandbox/testing';
import { isSoak } from '@escrow-kit/suite';
import { describe, expect, test } from 'vitest';
import { preparePacts, writePacts } from '../../src/pact-tools/prepare-pacts.ts';
import { verifyWithPact } from '../../src/pact-tools/verify-with-pact.ts';
import { ignoreViolationsOf } from '../mutants/ways.ts';
import { startSecondService } from '../second-service/start-second-service.ts';
import { createVariation } from '../second-service/variation.ts';
import { runPactCommand } from '../support/run-command.ts';
import { deploymentOf } from '../support/sandbox-deployment.ts';
import { startStates } from '../support/start-states.ts';
import { verificationLimitInMs } from '../support/verify-by-pact.ts';

// Pact's own verifier needs some seconds for these pacts.
describe.runIf(isSoak)("Pact's own verifier", { timeout: verificationLimitInMs }, () => {
  test('passes the sandbox', async ({ onTestFinished }) => {
    const sandbox = await startSandbox();
    onTestFinished(() => sandbox.close());
    const statesUrl = await startStates(await deploymentOf(sandbox), onTestFinished);

    const verified = verifyWithPact({ providerUrl: sandbox.url, statesUrl });

    await expect(verified).resolves.toBeDefined();
  });

  test.for([1, 2, 3])('passes a legal service that decides differently (seed %i)', async (seed, { onTestFinished }) => {
    const { url, deployment, close } = await startSecondService({
      ...createVariation(seed),
      // Pact reads only application/json.
      mediaType: 'application/json;charset=UTF-8',
    });
    onTestFinished(close);
    const statesUrl = await startStates(deployment, onTestFinished);

    const args = ['verify', '--provider-url', url, '--states-url', statesUrl, '--only-stated', '--only-calls'];
    // Pact would send everything through this proxy, and nothing listens there.
    const { exitCode, stderr } = await runPactCommand(args, { HTTP_PROXY: 'http://127.0.0.1:9' });

    expect(exitCode, stderr).toBe(0);
  });

  test('blames a sandbox that takes a PROVIDER with isSender', async ({ onTestFinished }) => {
    const { sandbox } = await startService(
      {},
      { ...shippedRules, ...ignoreViolationsOf('PARTY-3').replace(shippedRules) },
    );
    onTestFinished(() => sandbox.close());
    const statesUrl = await startStates(await deploymentOf(sandbox), onTestFinished);

    const { exitCode, stderr } = await runPactCommand([
      'verify',
      ...['--provider-url', sandbox.url, '--states-url', statesUrl, '--only-stated', '--only-calls'],
    ]);

    expect(exitCode, stderr).toBe(1);
  });
});

const credentials = { clientAdminToken: 'adm', organizationToken: 'org', clientId: 'client', clientSecret: 'secret' };

describe('verify', () => {
  /** Starts a server that never closes a connection by itself. Returns its address. */
  async function start(listener: RequestListener, onTestFinished: (finish: () => void) => void): Promise<string> {
    const server = createServer({ keepAliveTimeout: 0 }, listener);
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    onTestFinished(() => {
      server.close();
      server.closeAllConnections();
    });
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  const verify = (url: string, ...options: readonly string[]) =>
    runPactCommand(['verify', '--provider-url', url, '--states-url', `${url}/states`, ...options]);

  test.for([
    ['instead of a wrong provider', 'a linked customer', ['--only-calls', '--only-stated']],
    ['although every call is refused as it should be', 'an organization', ['--rule', 'AUTH-4']],
  ] as const)('reports states that nobody sets up, %s', async ([, state, options], { onTestFinished }) => {
    const url = await start((request, response) => {
      response.writeHead(request.url === '/states' ? 404 : 403).end();
    }, onTestFinished);

    const { exitCode, stdout, stderr } = await verify(url, ...options);

    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringMatching(new RegExp(`The state "${state}" could not be set up: \\S+ answered 404\\.\n[^{]*$`)),
    ]);
    expect(stdout).not.toMatch(/status code.*OK/);
  });

  test('AUTH-5 is not held by a state that gives no value of another client, nor every credential', async ({
    onTestFinished,
  }) => {
    const { clientAdminToken: _, ...others } = credentials;
    const url = await start((request, response) => {
      response.writeHead(request.url === '/states' ? 200 : 403, { 'content-type': 'application/json' });
      response.end(JSON.stringify(others));
    }, onTestFinished);

    const { exitCode, stdout, stderr } = await verify(url, '--rule', 'AUTH-5');

    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringContaining(
        `The state "a parent contract of another client" could not be set up: ${url}/states gave no contractId, deadLineDay, clientAdminToken.`,
      ),
    ]);
    expect(stdout).not.toMatch(/status code.*OK/);
  });

  test('says in one line that the service does not answer, and sends nothing', async ({ onTestFinished }) => {
    const requests: unknown[] = [];
    const states = await start(({ method }, response) => {
      requests.push(method);
      response.end('{}');
    }, onTestFinished);
    // Nothing listens there: a free port of 127.0.0.1 could be taken by another test meanwhile.
    const url = states.replace('127.0.0.1', '127.0.0.2');

    const result = await runPactCommand(['verify', '--provider-url', url, '--states-url', states]);

    const stderr = `contract-tests-pact: The service gave no answer at ${url} (ECONNREFUSED).\n`;
    expect(result).toEqual({ exitCode: 1, stdout: '', stderr });
    expect(requests).toEqual([]);
  });

  test('ends, and says so, if the service breaks off its connections', async ({ onTestFinished }) => {
    const url = await start((request, response) => {
      if (request.url === '/') return void response.end();
      if (request.url !== '/states') return void request.destroy();
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(credentials));
    }, onTestFinished);

    const { exitCode, stderr } = await verify(url, '--rule', 'AUTH-4', '--operation', 'createContract');

    const [, ...lines] = stderr.replace(/^.*?contract-tests-pact: /s, 'x\n').split('\n');
    expect([exitCode, lines[0]]).toEqual([1, expect.stringMatching(/^The service gave no answer at \S+ \(\w+.*\)\.$/)]);
    expect(stderr).not.toContain('    at ');
  });

  test('ends after its verdict, although connections stay open', async ({ onTestFinished }) => {
    const url = await start((request, response) => {
      response.writeHead(request.url === '/states' ? 200 : 403, { 'content-type': 'application/json' });
      response.end(JSON.stringify(credentials));
    }, onTestFinished);

    const { exitCode, stdout, stderr } = await verify(url, '--rule', 'AUTH-4', '--operation', 'createContract');

    expect(exitCode, stdout + stderr).toBe(0);
  });
});

describe('pacts for a broker', () => {
  const consumersOf = (consumer?: string) => [...preparePacts({ consumer }).values()].map((pact) => pact.consumer.name);

  test('have the name of the integration', () => {
    expect(consumersOf('my-shop')).toEqual(['my-shop', 'my-shop-webhooks']);
    expect(consumersOf()).toEqual(['escrow-kit-client', 'escrow-kit-webhooks']);
  });

  test('name the versions of the kit and of the document', ({ onTestFinished }) => {
    const folder = mkdtempSync(join(tmpdir(), 'contract-tests-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));

    const [file = ''] = writePacts(folder);

    const versions = { contractTests: expect.stringMatching(/^\d+\./), document: expect.stringMatching(/^\d+\./) };
    expect(JSON.parse(readFileSync(file, 'utf8')).metadata).toMatchObject({ 'escrow-kit': versions });
  });

  const descriptionsOf = (options: object) =>
    [...preparePacts(options).values()].flatMap(({ interactions }) => interactions.map((one) => one.description));

  test('have no alternatives, because Pact would require each of them', () => {
    expect(descriptionsOf({}).filter((description) => description.startsWith('ID-2 the right SERVICE_OTP'))).toEqual(
      [],
    );
  });

  test('have only what is stated and reached by calls, with onlyStated and onlyCalls', () => {
    const descriptions = descriptionsOf({ onlyStated: true, onlyCalls: true, refusals: true });

    expect(descriptions).toContain('PARTY-3 a PROVIDER with isSender true is refused');
    expect(descriptions.filter((description) => /^(PARTY-2a|AUTH-1a|TICKET-3|UAPI-7) /.test(description))).toEqual([]);
  });
});
