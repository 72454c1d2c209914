import type { RuleId } from '../generated/service.ts';
import { isObject, isRecord, isText } from '../rules/guards.ts';

/** The reason that a refusal gives, limited to what may be logged. The service's prose stays in `error.body`. */
export interface RefusalReason {
  /** The service's own code, such as `consent_rejected`. */
  code: string | undefined;
  /** The id of the rule that was broken, if the service names one, as the sandbox does. */
  rule: RuleId | undefined;
}

/** A code is one word in one case, or several joined by underscores. Sentences and most names are not codes. */
const isCode = (text: string): boolean => /^([a-z]+(_[a-z]+)*|[A-Z]+(_[A-Z]+)*)$/.test(text) && text.length <= 40;

const isRuleId = (text: string): text is RuleId => /^[A-Z]{2,9}-\d{1,2}[a-z]?$/.test(text);

/** Reads the reason from a refusal in any of the known shapes. A text that the caller sent never counts as a code. */
export function reasonOf(body: unknown, sent: readonly string[]): RefusalReason {
  if (!isRecord(body)) return { code: undefined, rule: undefined };
  const { error } = body;
  const inner = isRecord(error) ? error : {};
  const texts = (values: unknown[]): string[] => values.filter(isText);
  const code = texts([body['code'], error, inner['code'], inner['error']]).find(isCode);
  const rule = texts([body['rule'], inner['rule']]).find(isRuleId);
  const isSent = (text: string | undefined): boolean => sent.some((each) => each.toLowerCase() === text?.toLowerCase());
  return { code: isSent(code) ? undefined : code, rule: isSent(rule) ? undefined : rule };
}

/** All texts in a value, at any depth. */
export function textsOf(value: unknown): string[] {
  if (isText(value)) return [value];
  return isObject(value) ? Object.values(value).flatMap(textsOf) : [];
}
