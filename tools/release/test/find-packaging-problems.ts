import { readFileSync } from 'node:fs';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';

/** Resolutions that the packages do not support: `require`, and TypeScript's old resolution. */
const unsupportedResolutions: readonly string[] = ['node10', 'node16-cjs'];

/** Finds problems in a tarball with publint and attw, including suggestions. */
export async function findPackagingProblems(tarball: string): Promise<object[]> {
  const content = new Uint8Array(readFileSync(tarball));
  const { messages } = await publint({ pack: { tarball: content.buffer }, strict: true });
  return [...messages, ...(await findTypeProblems(content))];
}

async function findTypeProblems(content: Uint8Array): Promise<object[]> {
  const analysis = await checkPackage(createPackageFromTarballData(content));
  if (!analysis.types) return [{ kind: 'NoTypes' }];
  return analysis.problems.filter(
    (problem) => !('resolutionKind' in problem) || !unsupportedResolutions.includes(problem.resolutionKind),
  );
}
