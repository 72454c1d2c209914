import { expect, test } from 'vitest';
import { createJudge } from '../../src/observe/judge/create-judge.ts';
import { overlayOf, times } from './findings/propose.ts';
import { documentUnder } from './findings/under-overlay.ts';
import { bodyOf, callOf } from './support/exchange-of.ts';

test('a path of many letters and a mark is judged at once', () => {
  const target = `/v2/${'a'.repeat(30)}!`;

  expect(createJudge()({ ...callOf('createContract'), target }).path).toBe('/v2/{}');
});

test('fields that are named as what every object has are fields, and change no object', async () => {
  const body = bodyOf(
    '{"__proto__":{"a":1},"constructor":{"prototype":1},"toString":"x","data":{"valueOf":{"__proto__":{"b":1}}}}',
  );
  const headers: [string, string][] = [
    ['content-type', 'application/json'],
    ['__proto__', 'x'],
    ['constructor', 'y'],
  ];
  const calls = ['/api/external/contracts', '/api/external/contracts/7'].flatMap((target) =>
    times(20, (startedAt) => {
      const response = { status: 201, headers, body };
      return { ...callOf('createContract'), startedAt, target, requestHeaders: headers, requestBody: body, response };
    }),
  );

  const overlay = overlayOf(calls.map(createJudge()));

  expect([Object.prototype, Object].flatMap((each) => Object.keys(each))).toEqual([]);
  expect(overlay).toContain('constructor:');
  const { components } = await documentUnder(overlay);
  const names = Object.keys(components.schemas['CreatedContract']?.properties ?? {});
  expect(names).toContain('valueOf');
});
