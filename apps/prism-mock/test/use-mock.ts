import { afterAll, beforeAll, inject } from 'vitest';
import { type PrismMock, startPrismMock } from '../src/index.ts';

/** The address of a mock. */
export type MockAddress = Pick<PrismMock, 'url'>;

/** The mock that all test files share. */
export function useMock(): { mock: () => MockAddress } {
  return { mock: () => ({ url: inject('mockUrl') }) };
}

/** Runs a mock for the tests of one file, with the lines that it logs. */
export function useOwnMock(): { mock: () => PrismMock; lines: string[] } {
  const lines: string[] = [];
  let mock: PrismMock;
  beforeAll(async () => {
    mock = await startPrismMock({ port: 0, log: (line) => lines.push(line) });
  });
  afterAll(() => mock.close());
  return { mock: () => mock, lines };
}
