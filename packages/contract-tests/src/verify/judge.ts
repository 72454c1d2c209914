import { type Basis, findRule, rules } from '@escrow-kit/spec';
import { findOtherValues } from './find-other-values.ts';
import type { Interaction } from './pact-document.ts';
import type { PactMismatch, PactResult } from './pact-job.ts';
import type { Notes } from './progress.ts';
import type { Outcome, Problem, Reason, VerifiedInteraction } from './verification.ts';

/** What is checked of every event, whatever its interaction says. */
const rulesOfEvents = ['HOOK-2', 'HOOK-4'];

/** The rules that an interaction holds: those that it refers to, or else the one that its description starts with. */
export function rulesOf({ description, comments, type }: Interaction): string[] {
  const referred = comments?.references?.['escrow-kit']?.['rules'];
  const ids = typeof referred === 'string' ? referred.split(' ') : [description.split(' ')[0] ?? ''];
  const own = type === 'Asynchronous/Messages' ? [...ids, ...rulesOfEvents] : ids;
  return [...new Set(own)].filter((id) => Object.hasOwn(rules, id));
}

const bases: readonly Basis[] = ['stated', 'implied', 'assumed'];

/** How well it is known what an interaction expects: what it says itself, else the basis of its first rule. */
export function basisOf(interaction: Interaction): Basis {
  const given = interaction.comments?.references?.['escrow-kit']?.['basis'];
  const own = bases.find((basis) => basis === given);
  return own ?? findRule(rulesOf(interaction)[0] ?? '')?.basis ?? 'assumed';
}

/** What is known of an interaction after a run. */
export interface Evidence {
  /** Why it was not checked, known from the start. */
  reason: Reason | undefined;
  notes: Notes;
  /** Undefined where Pact says nothing of it. */
  result: PactResult | undefined;
  redact: (text: string) => string;
}

/** Says what came of an interaction. */
export function judge(
  interaction: Interaction,
  { reason, notes, result, redact }: Evidence,
): Omit<VerifiedInteraction, 'consumer'> {
  const { description, comments } = interaction;
  const operationId = comments?.references?.['OpenAPI']?.['operationId'];
  const parts = {
    description,
    rules: rulesOf(interaction),
    operationId: typeof operationId === 'string' ? operationId : undefined,
    basis: basisOf(interaction),
    isRefusal: (interaction.response?.status ?? 200) >= 400,
  };
  const unchecked = reason ?? notes.reason;
  if (unchecked) {
    return { ...parts, outcome: 'not checkable', problems: [], reason: { ...unchecked, text: redact(unchecked.text) } };
  }
  const isUnreached = notes.problems.some(({ kind }) => kind === 'connection');
  const compared = () => [...findProblems(result, notes.answerText), ...findOtherValues(interaction, notes)];
  const found = [...notes.problems, ...(isUnreached ? [] : compared())];
  const problems = found.map((problem) => ({
    ...problem,
    // Shortened afterwards: of a secret that is cut off, nothing could be found.
    text: shorten(redact(problem.text)),
  }));
  return { ...parts, outcome: outcomeOf(problems, parts.basis), problems };
}

function outcomeOf(problems: readonly Problem[], basis: Basis): Outcome {
  if (problems.length === 0) return 'held';
  return basis === 'stated' ? 'broken' : 'assumed: differs';
}

function findProblems(result: PactResult | undefined, answerText: string | undefined): Problem[] {
  if (!result) return [{ kind: 'answer', text: 'Pact did not say what came of it.' }];
  if (result.result === 'OK') return [];
  const { mismatches = [], message } = result.mismatch ?? {};
  // Of another kind of answer, nothing else is as it should be either.
  const status = mismatches.filter(({ type }) => type === 'StatusMismatch');
  const decisive = status.length > 0 ? status : mismatches;
  const texts =
    decisive.length > 0
      ? decisive.map((mismatch) => describe(mismatch, answerText))
      : [message ?? 'Pact did not say what is wrong.'];
  return texts.map((text) => ({ kind: 'answer', text }));
}

const longestText = 400;

/** One line without control characters, which an answer may have and a terminal would obey. */
function shorten(text: string): string {
  const line = text.replaceAll(/\p{Cc}+/gu, ' ');
  return line.length > longestText ? `${line.slice(0, longestText)}…` : line;
}

/** Names the place where Pact's own sentence does not. With another status, the body often says why. */
function describe(
  { type, mismatch, path, key, expected, actual }: PactMismatch,
  answerText: string | undefined,
): string {
  const text = mismatch ?? `expected ${String(expected)}, got ${String(actual)}`;
  if (type === 'StatusMismatch') return describeStatus(text, { expected, actual, answerText });
  const missing = /^Actual map is missing the following keys: (.*)$/.exec(text)?.[1];
  if (missing !== undefined)
    return `the answer lacks ${missing.replaceAll(/[^\s,]+/g, (name) => `${parentOf(path)}${name}`)}`;
  if (/^Expected body Present\(.* but was empty$/s.test(text)) return 'the body is empty instead of JSON';
  const place = path ?? key;
  return place === undefined || text.includes(place) ? text : `${place}: ${text}`;
}

/** What goes before the name of a field: nothing where the path is the body's root, else the path without it. */
function parentOf(path = '$'): string {
  const parent = path.replace(/^\$\.?/, '');
  return parent === '' ? '' : `${parent}.`;
}

/** Pact names a class of statuses in a sentence of its own, and otherwise the one that is expected. */
function describeStatus(
  text: string,
  { expected, actual, answerText }: { expected: unknown; actual: unknown; answerText: string | undefined },
): string {
  const classes = { 'Client error': 'any 4xx', Successful: 'any 2xx' };
  const [, wanted = String(expected)] = Object.entries(classes).find(([name]) => text.includes(name)) ?? [];
  const body = answerText ? `, with the body ${answerText}` : '';
  return `the status is ${actual} instead of ${wanted}${body}`;
}
