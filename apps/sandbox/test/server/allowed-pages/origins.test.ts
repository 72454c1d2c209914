import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { readCommandOptions } from '../../../src/command-options.ts';
import { startSandbox } from '../../../src/index.ts';
import { sendPreflight } from '../../support/page-request.ts';

const path = '/api/external/contracts';

describe('an origin is refused at the start', () => {
  test.each([
    ['*', 'takes no *'],
    ['http://*.shop.example', 'takes no *'],
    ['null', 'begin with http:// or https://'],
    ['', 'begin with http:// or https://'],
    ['localhost:8080', 'begin with http:// or https://'],
    ['file:///home', 'begin with http:// or https://'],
    ['blob:http://localhost:8080', 'begin with http:// or https://'],
    ['chrome-extension://abcdef', 'begin with http:// or https://'],
    ['http://', 'begin with http:// or https://'],
    ['http://localhost:8080/', 'Write http://localhost:8080.'],
    ['http://localhost:8080/docs', 'Write http://localhost:8080.'],
    ['http://localhost:8080?a', 'Write http://localhost:8080.'],
    ['http://localhost:8080#a', 'Write http://localhost:8080.'],
    ['http://LocalHost:8080', 'Write http://localhost:8080.'],
    ['HTTP://localhost:8080', 'Write http://localhost:8080.'],
    ['http://localhost:80', 'Write http://localhost.'],
    ['https://shop.example:443', 'Write https://shop.example.'],
    [' http://localhost:8080', 'Write http://localhost:8080.'],
    ['http://localhost:8080\n', 'Write http://localhost:8080.'],
    ['http:localhost:8080', 'Write http://localhost:8080.'],
    ['http://متجر.example', 'Write http://xn--'],
    ['http://user:canary@localhost:8080', 'Write http://localhost:8080.'],
  ])('%j', async (origin, remedy) => {
    const starting = startSandbox({ allowOrigins: ['http://localhost:3000', origin] });

    const error = await starting.then(
      (sandbox) => sandbox.close(),
      (reason: unknown) => reason,
    );

    expect(error).toMatchObject({ code: 'sandbox_start', message: expect.stringContaining(remedy) });
    expect((error as Error).message).toMatch(/^--allow-origin [^\n]+\.$/);
    expect((error as Error).message).not.toContain('canary');
  });
});

test.each([{}, { controlToken: 'made-up' }])('off loopback, no page can be allowed: %j', async (options) => {
  const starting = startSandbox({ host: '0.0.0.0', allowOrigins: ['http://localhost:8080'], ...options });

  await expect(starting).rejects.toThrow(/^--allow-origin works on loopback only, but --host is 0\.0\.0\.0\./);
});

test('behind a public address, no page can be allowed', async () => {
  const starting = startSandbox({ publicUrl: 'https://sandbox.example', allowOrigins: ['http://localhost:8080'] });

  await expect(starting).rejects.toThrow(
    /^--allow-origin works on loopback only, but --public-url leads to sandbox\.example\./,
  );
});

test('of many origins, each is allowed', async () => {
  const allowOrigins = Array.from({ length: 20_000 }, (_, index) => `https://page-${index}.example`);
  const sandbox = await startSandbox({ allowOrigins });
  onTestFinished(() => sandbox.close());

  const first = await sendPreflight(sandbox, { path, origin: 'https://page-0.example' });
  const last = await sendPreflight(sandbox, { path, origin: 'https://page-19999.example' });
  const none = await sendPreflight(sandbox, { path, origin: 'https://page-20000.example' });

  expect([first.status, last.status, none.status]).toEqual([204, 204, 405]);
  expect(last.headers['access-control-allow-origin']).toBe('https://page-19999.example');
});

describe('on the command line', () => {
  test('the flag is repeated, or has several separated by commas', () => {
    const args = ['--allow-origin', 'http://a.example, http://b.example', '--allow-origin', 'http://c.example'];

    const { sandbox } = readCommandOptions(args);

    expect(sandbox.allowOrigins).toEqual(['http://a.example', 'http://b.example', 'http://c.example']);
    expect(sandbox).not.toHaveProperty('allowOrigin');
  });

  test('the flag replaces its variable', () => {
    vi.stubEnv('SANDBOX_ALLOW_ORIGIN', 'http://a.example,http://b.example');
    onTestFinished(() => void vi.unstubAllEnvs());

    const ofVariable = readCommandOptions([]);
    const ofFlag = readCommandOptions(['--allow-origin', 'http://c.example']);

    expect(ofVariable.sandbox.allowOrigins).toEqual(['http://a.example', 'http://b.example']);
    expect(ofFlag.sandbox.allowOrigins).toEqual(['http://c.example']);
  });

  test('without it, no page is allowed', () => {
    expect(readCommandOptions([]).sandbox).not.toHaveProperty('allowOrigins');
  });
});
