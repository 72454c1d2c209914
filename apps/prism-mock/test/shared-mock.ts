import type { TestProject } from 'vitest/node';
import { startPrismMock } from '../src/index.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The mock that all test files share. */
    mockUrl: string;
  }
}

/** Runs one mock for all test files: Prism takes longer to start than a file to run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const mock = await startPrismMock({ port: 0 });
  project.provide('mockUrl', mock.url);
  return mock.close;
}
