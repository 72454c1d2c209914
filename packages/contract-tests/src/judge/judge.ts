import { isRuleOff } from '@escrow-kit/spec';
import { redactExchange } from '../deployment/exchange.ts';
import { shorten } from '../deployment/shorten.ts';
import { type Interaction, kitReferencesOf } from '../pacts/pact-document.ts';
import { basisOf, rulesOf } from '../pacts/rules-of.ts';
import { operationOf } from '../pacts/selection.ts';
import { blame } from './blame.ts';
import { describeMismatch, nameField, splitMissing } from './describe-mismatch.ts';
import { findBrokenConditions } from './find-broken-conditions.ts';
import { findOtherValues } from './find-other-values.ts';
import { findRemarks } from './find-remarks.ts';
import type { Notes, PactMismatch, PactResult } from './notes.ts';
import { differenceOf, type Problem, type VerifiedInteraction } from './verification.ts';

/** What is known about an interaction after a run. */
export interface Evidence {
  notes: Notes;
  /** Undefined if Pact has no result for it. */
  result: PactResult | undefined;
  redact: (text: string) => string;
}

/** Judges an interaction. */
export function judge(interaction: Interaction, evidence: Evidence): Omit<VerifiedInteraction, 'consumer'> {
  const { notes, result, redact } = evidence;
  const { alternative } = kitReferencesOf(interaction);
  const parts = {
    description: interaction.description,
    rules: rulesOf(interaction),
    operationId: operationOf(interaction),
    basis: basisOf(interaction),
    ...(alternative && { alternative }),
    isRefusal: (interaction.response?.status ?? 200) >= 400,
  };
  const unchecked = notes.reason ?? (result || isEventMissing(notes) ? undefined : noResult);
  if (unchecked) {
    return { ...parts, outcome: 'not checkable', problems: [], reason: { ...unchecked, text: redact(unchecked.text) } };
  }
  const problems = findProblems(interaction, evidence).map(({ rule, ...problem }) => ({
    ...problem,
    ...(rule && { rule }),
    // Redact first: a secret that was cut could not be found.
    text: shorten(redact(problem.text)),
  }));
  const basis = isServerError(problems) ? 'assumed' : parts.basis;
  const remarks = notes.exchange?.answer ? findRemarks(notes.exchange.answer).map(redact) : [];
  const isHeld = problems.length === 0;
  return {
    ...parts,
    basis,
    outcome: isHeld ? 'held' : differenceOf[basis],
    problems,
    ...(!isHeld && notes.exchange && { exchange: redactExchange(notes.exchange, redact) }),
    ...(!isHeld && interaction.type === 'Asynchronous/Messages' && { event: redact(notes.answerText ?? '') }),
    ...(remarks.length > 0 && { remarks }),
  };
}

/** Everything that is wrong, but for rules that the document switches off: a check of one rule may also see another one. */
function findProblems(interaction: Interaction, { notes, result }: Evidence): Problem[] {
  const { problems } = notes;
  const found = isEventMissing(notes) ? problems : [...problems, ...compare(interaction, { notes, result })];
  return found.filter(({ rule }) => rule === undefined || !isRuleOff(rule));
}

/** How an answer or an event differs from what is expected. Conditions are checked only if it is right otherwise. */
function compare(interaction: Interaction, { notes, result }: Pick<Evidence, 'notes' | 'result'>): Problem[] {
  const problems = [...readMismatches(interaction, result), ...findOtherValues(interaction, notes)];
  if (problems.length > 0) return problems;
  const [rule = ''] = rulesOf(interaction);
  return findBrokenConditions(interaction, notes).map((text) => ({
    kind: 'answer',
    text,
    // Each of these texts begins with the field.
    field: text.slice(0, text.indexOf(':')),
    rule,
  }));
}

/** Whether the only problem is a 5xx. That every refusal is a 4xx is our reading: one is shown with a 500 (PAY-4). */
function isServerError(problems: readonly Problem[]): boolean {
  return problems.length > 0 && problems.every(({ rule }) => rule === 'ERR-1');
}

const isEventMissing = ({ problems }: Notes): boolean => problems.some(({ kind }) => kind === 'connection');

const noResult = { kind: 'pact', text: 'Pact gave no result' } as const;

/** What Pact found. */
function readMismatches(interaction: Interaction, result: PactResult | undefined): Problem[] {
  if (result?.result !== 'Error') return [];
  const { mismatches = [], message } = result.mismatch ?? {};
  // With another status the body differs too, which adds nothing.
  const status = mismatches.filter(({ type }) => type === 'StatusMismatch');
  const decisive = status.length > 0 ? status : mismatches.filter(isOfContent).flatMap(splitMissing);
  if (decisive.length === 0) return [{ kind: 'answer', text: message ?? 'Pact did not say what is wrong.' }];
  return decisive.map((mismatch) => ({
    kind: 'answer',
    text: describeMismatch(mismatch),
    ...(mismatch.type === 'BodyMismatch' && mismatch.path && { field: nameField(mismatch.path) }),
    rule: ruleOf(interaction, mismatch),
  }));
}

/** Ignores the content type, whose value is not shown: the body itself shows whether it is JSON. */
function isOfContent({ type, key = '' }: PactMismatch): boolean {
  return type !== 'HeaderMismatch' || key.toLowerCase() !== 'content-type';
}

/** The rule that a mismatch is about. */
function ruleOf(interaction: Interaction, { type, actual, path = '$' }: PactMismatch): string {
  const isSuccess = (interaction.response?.status ?? 200) < 300;
  const [first = ''] = rulesOf(interaction);
  if (type === 'BodyMismatch') return blame(interaction, { path });
  if (type !== 'StatusMismatch') return first;
  const status = Number(actual);
  if (status === 401 || status === 403) return blame(interaction, 'access');
  if (isSuccess) return blame(interaction, 'status');
  if (status < 400) return first;
  // It is refused, but with a 5xx.
  return status >= 500 && rulesOf(interaction).includes('ERR-1') ? 'ERR-1' : blame(interaction, 'status');
}
