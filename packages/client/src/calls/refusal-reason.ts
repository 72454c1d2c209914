import type { Operation } from '../document/registered.ts';
import { type RuleId, ruleTexts } from '../generated/service.ts';
import { isObject, isRecord, isText } from '../json.ts';
import type { Check } from '../rules.ts';
import type { FinalAnswer, PreparedCall } from './attempts.ts';

/** The reason that a refusal gives, limited to what may be logged. Everything else that the service says stays in `error.body`. */
export interface RefusalReason {
  /** The service's own code, such as `consent_rejected`. */
  code: string | undefined;
  /** The ID of the rule that was broken, if the service names one, as the sandbox does. */
  rule: RuleId | undefined;
  /** The words of that rule, without the last full stop. */
  ruleText: string | undefined;
  /** The place in the request that was refused, such as `milestones[0].itemPrice`. */
  field: string | undefined;
  /** The service's own message, likewise. */
  message: string | undefined;
  /** How many violations the answer lists besides the first. */
  others: number;
}

/** A refusal, and what was sent. */
interface Refused extends Pick<PreparedCall, 'operation' | 'parts'>, Pick<FinalAnswer, 'sentToken'> {
  /** Its body. */
  refusal: unknown;
}

/** Reads the reason from a refusal in any of the known shapes. A text that the caller sent never counts as a code. */
export function reasonOf({ refusal, operation, parts, sentToken }: Refused): RefusalReason {
  const body = isRecord(refusal) ? refusal : {};
  const { error } = body;
  const inner = isRecord(error) ? error : {};
  const violations = Array.isArray(body['violations']) ? body['violations'] : [];
  const sent = [...textsOf(parts), ...textsOf(sentToken)];
  const names = namesOf(operation, parts.body);
  const numbers = longNumbersOf([parts, sentToken]);
  const first = <Text extends string>(values: unknown[], passes: (text: string) => text is Text) => {
    const found = values.filter(isText).find(passes);
    return sent.some((text) => text.toLowerCase() === found?.toLowerCase()) ? undefined : found;
  };
  const rule = first([body['rule'], inner['rule']], isRuleId);
  return {
    code: first([body['code'], error, inner['code'], inner['error']], isCode),
    rule,
    ruleText: rule && ruleTexts[rule]?.text.replace(/\.$/, ''),
    field: [body, inner, inner['details'], violations[0]]
      .map((part) => isRecord(part) && part['field'])
      .filter(isText)
      .find((text) => isPlace(text, names) && !hasLongNumber(text, names, numbers)),
    message: [body['message'], inner['message']]
      .filter(isText)
      .find((text) => isPlain(text, names, sent) && !hasLongNumber(text, names, numbers))
      ?.replace(/\.$/, ''),
    others: Math.max(0, violations.length - 1),
  };
}

/** A code is one word in one case, or several joined by underscores. Sentences and most names are not codes. */
const isCode = (text: string): text is string =>
  /^([a-z]+(_[a-z]+)*|[A-Z]+(_[A-Z]+)*)$/.test(text) && text.length <= 40;

const isRuleId = (text: string): text is RuleId => /^[A-Z]{2,9}-\d{1,2}[a-z]?$/.test(text);

/** All texts in a value, at any depth. */
function textsOf(value: unknown): string[] {
  if (isText(value)) return [value];
  return isObject(value) ? Object.values(value).flatMap(textsOf) : [];
}

/** The names that an error may show: those that the document has for an operation, and the IDs that were sent as keys of a map. */
function namesOf({ template, query, body }: Operation, sentBody: unknown): ReadonlySet<string> {
  return new Set([...(template.match(/\w+(?=\})/g) ?? []), ...namesIn(query), ...namesIn(body, sentBody)]);
}

function namesIn(check: Check | undefined, value?: unknown): string[] {
  const { properties, kinds, items } = check ?? {};
  const given = isRecord(value) ? value : {};
  const keys = items ? Object.keys(given).filter((key) => /^[a-z][\w-]*$/i.test(key)) : [];
  return [
    ...keys,
    ...Object.entries(properties ?? {}).flatMap(([name, inner]) => [name, ...namesIn(inner, given[name])]),
    ...Object.entries(kinds ?? {}).flatMap(([name, inner]) => [name, ...namesIn(inner, value)]),
    ...(items ? namesIn(items) : []),
  ];
}

/** The longest place that an error shows, in characters. */
const longestPlace = 200;

/** Whether a text is a place in the request: names, and positions in lists, such as `milestones[0].itemPrice`. */
const isPlace = (text: string, names: ReadonlySet<string>): boolean =>
  text.length <= longestPlace &&
  /^[\w-]+(\.[\w-]+|\[\d{1,3}\])*$/.test(text) &&
  text
    .replaceAll(/\[\d+\]/g, '')
    .split('.')
    .every((name) => names.has(name));

/** The numbers of at least four digits in a value, at any depth. Keys don't count: those of a map are IDs. */
const longNumbersOf = (value: unknown): string[] =>
  isObject(value) ? Object.values(value).flatMap(longNumbersOf) : (String(value).match(/\d{4,}/g) ?? []);

/** The most digits of a text that an error shows, besides those of names. */
const mostDigits = 6;

/** Whether a text may have a long number, perhaps in groups as of a phone: many digits, or four in a row of a number that was sent. */
function hasLongNumber(text: string, names: ReadonlySet<string>, sentNumbers: readonly string[]): boolean {
  const digits = text.replaceAll(/[\w-]+/g, (word) => (names.has(word) ? '' : word)).replaceAll(/\D/g, '');
  if (digits.length > mostDigits) return true;
  const groups = [0, 1, 2].map((start) => digits.slice(start, start + 4)).filter((group) => group.length === 4);
  return sentNumbers.some((number) => text.includes(number) || groups.some((group) => number.includes(group)));
}

/** The longest message that an error shows, in characters. */
const longestMessage = 300;

/**
 * Whether an error may show a message of the service. Nobody can tell a person's name from another word, so each word must be one of
 * {@link knownWords}, a name of the document or a number below 1000 that follows no other. It must not repeat a text that was sent,
 * except for such a name, as of a role.
 */
function isPlain(message: string, names: ReadonlySet<string>, sent: readonly string[]): boolean {
  if (message.length > longestMessage) return false;
  const words = wordsOf(message);
  const spoken = ` ${words.join(' ')} `.toLowerCase();
  const isRepeated = (text: string) => !names.has(text) && spoken.includes(` ${text.toLowerCase()} `);
  const isNumber = (word = '') => /^[\d.,]+$/.test(word);
  const isKnown = (word: string) => knownWords.has(word) || /^\d{1,3}$/.test(word) || isPlace(word, names);
  const isGroup = (word: string, index: number) => isNumber(word) && isNumber(words[index - 1]);
  return words.every(isKnown) && !words.some(isGroup) && !sent.some(isRepeated);
}

/** The words of a text, without punctuation and without the capital that begins a sentence. */
const wordsOf = (text: string): string[] =>
  text
    .replace(/(^|[.:] )[A-Z](?=[a-z]* )/g, (start) => start.toLowerCase())
    .split(' ')
    .map((word) => word.replace(/^\(|[.,:;)]+$/g, ''));

/** The words of the rules, and others that refusals are made of. None is a name of a person. */
const knownWords: ReadonlySet<string> = new Set(
  [
    ...Object.values(ruleTexts).map((rule) => rule?.text ?? ''),
    'about accept added adding again already append ask been blocked buyer can cancelled change closed code consent country create',
    'created creating declined duplicate each empty entries entry equal exceeds exists first found fresh future give id invalid',
    'link local login lower make many more negative now open organization past pay plus positive range reference register release',
    'required returned seller send service sign starting such take them then there times try under unique until use valid wait when',
    'write yet any by default given may national on operation order parent same sent text this types up which who',
  ].flatMap(wordsOf),
);
