import type { OpenApiDocument } from '../document/document.ts';
import { findExtensionProblem, findMissingFact } from './find-extension-problem.ts';
import { findFormProblem } from './find-form-problem.ts';
import { findOperationProblem } from './find-operation-problem.ts';
import { findReferenceProblem } from './find-reference-problem.ts';
import { findRuleProblem } from './find-rule-problem.ts';
import { findSensitiveProblem } from './find-sensitive-problem.ts';
import { withConsequences } from './with-consequences.ts';

/** Why overlays may not make this document of the base, in a sentence; undefined if they may. */
export async function findProblem(document: OpenApiDocument, base: OpenApiDocument): Promise<string | undefined> {
  return (
    findReferenceProblem(document) ??
    (await findFormProblem(document)) ??
    findExtensionProblem(document, base) ??
    findOperationProblem(document, base) ??
    findSensitiveProblem(document, base) ??
    findRuleProblem(document, base) ??
    findMissingFact(withConsequences(structuredClone(document), base))
  );
}
