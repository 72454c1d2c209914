import { describe, expect, test } from 'vitest';
import { startedSandbox } from './support/started-sandbox.ts';
import { stores } from './support/stores.ts';

describe.each(stores)('on %s', (store) => {
  const sandbox = startedSandbox(store);

  test('starts', () => {
    expect(sandbox().url).toMatch(/^http/);
  });
});
