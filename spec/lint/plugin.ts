import type { Rule } from './redocly.ts';
import { deprecation } from './rules/deprecation.ts';
import { knownBasis } from './rules/known-basis.ts';
import { everyRuleStated, knownRules } from './rules/known-rules.ts';
import { namedExamples, refusalExamples } from './rules/named-examples.ts';
import { oneServer } from './rules/one-server.ts';
import { openPartsRule } from './rules/open-parts.ts';
import { retryClass } from './rules/retry-class.ts';
import { sensitiveProperties } from './rules/sensitive-properties.ts';

const oas3: Record<string, Rule> = {
  'known-rules': knownRules,
  'every-rule-stated': everyRuleStated,
  'known-basis': knownBasis,
  'one-server': oneServer,
  'open-parts': openPartsRule,
  'retry-class': retryClass,
  deprecation,
  'sensitive-properties': sensitiveProperties,
  'named-examples': namedExamples,
  'refusal-examples': refusalExamples,
};

const arazzo1: Record<string, Rule> = { 'known-rules': knownRules };

/** Rules for `redocly lint` that go beyond OpenAPI and Arazzo. */
export default function escrowKitPlugin(): { id: string; rules: Record<'oas3' | 'arazzo1', Record<string, Rule>> } {
  return { id: 'escrow-kit', rules: { oas3, arazzo1 } };
}
