import type { OpenApiDocument } from '../document/document.ts';
import { findExtensionProblem, findMissingFact } from './find-extension-problem.ts';
import { findFormProblem } from './find-form-problem.ts';
import { findOperationProblem } from './find-operation-problem.ts';
import { findReferenceProblem } from './find-reference-problem.ts';
import { findRuleProblem } from './find-rule-problem.ts';
import { findSensitiveProblem } from './find-sensitive-problem.ts';
import { withConsequences } from './with-consequences.ts';

/** A document that overlays made, carried to all its places, or why they may not make it, in a sentence. */
export type Examined = { document: OpenApiDocument; problem?: undefined } | { problem: string };

/** Examines the document that overlays make of the base. */
export async function examine(document: OpenApiDocument, base: OpenApiDocument): Promise<Examined> {
  const problem =
    findReferenceProblem(document) ??
    (await findFormProblem(document)) ??
    findExtensionProblem(document, base) ??
    findOperationProblem(document, base) ??
    findSensitiveProblem(document, base) ??
    findRuleProblem(document, base);
  if (problem !== undefined) return { problem };
  const complete = withConsequences(structuredClone(document), base);
  const missing = findMissingFact(complete);
  return missing === undefined ? { document: complete } : { problem: missing };
}
