import { expect, test } from 'vitest';
import { writeError } from '../../src/domain/write-error.ts';
import { watchStderr } from '../support/stderr.ts';

test('an internal error is a line with its activity, request, class and code, and its stack, without its message', () => {
  const lines = watchStderr();
  const error = Object.assign(new TypeError('made-up secret'), { code: 'ERR_SQLITE_ERROR', errcode: 1 });

  writeError(error, { during: 'createContract', requestId: 'request_1' });

  expect(lines[0]).toBe('error during createContract, request_1: TypeError ERR_SQLITE_ERROR 1');
  expect(lines[1]).toMatch(/^ {4}at .*write-error\.test\.ts/);
  expect(lines.join()).not.toContain('made-up secret');
});

test('what is thrown and no Error is described by its type', () => {
  const lines = watchStderr();

  writeError('made-up secret', { during: 'registerCustomer' });

  expect(lines).toEqual(['error during registerCustomer: a thrown string']);
});
