import { afterAll, beforeAll } from 'vitest';
import { type PrismMock, startPrismMock } from '../src/index.ts';

/** Runs one mock for the tests of a file, and returns what it logged. */
export function useMock(): { mock: () => PrismMock; lines: string[] } {
  const lines: string[] = [];
  let mock: PrismMock;
  beforeAll(async () => {
    mock = await startPrismMock({ port: 0, log: (line) => lines.push(line) });
  });
  afterAll(() => mock.close());
  return { mock: () => mock, lines };
}
