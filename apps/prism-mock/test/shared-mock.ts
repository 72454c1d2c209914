import type { TestProject } from 'vitest/node';
import { startPrismMock } from '../src/index.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The mock that all test files share. */
    mockUrl: string;
  }
}

/** Runs one mock for all test files: starting Prism takes longer than running a file. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const mock = await startPrismMock({ port: 0 });
  project.provide('mockUrl', mock.url);
  return mock.close;
}
