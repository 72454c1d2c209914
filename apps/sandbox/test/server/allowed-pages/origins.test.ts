import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { startSandbox } from '../../../src/index.ts';
import { readOptions } from '../../support/read-options.ts';

describe('an origin is refused at the start', () => {
  test.each([
    ['*', 'takes no *'],
    ['null', 'begin with http:// or https://'],
    ['', 'begin with http:// or https://'],
    ['blob:http://localhost:8080', 'begin with http:// or https://'],
    ['http://', 'begin with http:// or https://'],
    ['http://localhost:8080/', 'Write http://localhost:8080.'],
    ['http://LocalHost:8080', 'Write http://localhost:8080.'],
    ['http://localhost:80', 'Write http://localhost.'],
    [' http://localhost:8080', 'Write http://localhost:8080.'],
    ['http://localhost:8080\n', 'Write http://localhost:8080.'],
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

describe('on the command line', () => {
  test('the flag replaces its variable', async () => {
    vi.stubEnv('SANDBOX_ALLOW_ORIGIN', 'http://a.example,http://b.example');
    onTestFinished(() => void vi.unstubAllEnvs());

    const ofVariable = await readOptions([]);
    const ofFlag = await readOptions(['--allow-origin', 'http://c.example']);

    expect(ofVariable?.sandbox.allowOrigins).toEqual(['http://a.example', 'http://b.example']);
    expect(ofFlag?.sandbox.allowOrigins).toEqual(['http://c.example']);
  });
});
