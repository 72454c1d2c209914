import { type Basis, findRule, getOperation } from '@escrow-kit/spec';
import type { PactV4 } from '@pact-foundation/pact';
import { acceptedBy } from '../../../src/deployment/credentials.ts';
import type { ConditionName } from '../../../src/judge/find-broken-conditions.ts';
import type { StateName } from '../../../src/states/catalogue.ts';
import { type Call, describeCall, isStatusShown, tokenOf } from './describe-call.ts';

type Blames = { status?: string; answer?: string; [path: `$${string}`]: string };

/** A request of the client and the answer that it relies on, with the rules that it checks. */
export interface PactContent<Name extends StateName> extends Omit<Call<Name>, 'references'> {
  /** The rules besides the one that the title starts with. */
  rules?: readonly string[];
  /** The rule whose basis counts. Default: the one that the title starts with. */
  by?: string | undefined;
  /** The basis, if no rule has it. A comment beside it says why. Default: the basis of the rule `by`. */
  basis?: Basis | undefined;
  /**
   * Which rule is broken if the status of a success, a field of the answer (by its path), or the rest of the answer is wrong.
   * Default: the one that the title starts with.
   */
  blames?: Blames | undefined;
  /** Conditions that the answer has to meet besides what Pact compares. Default: none. */
  conditions?: readonly ConditionName[] | undefined;
  /** Why no answer can be judged. It is reported as not checkable. Default: it can. */
  notCheckable?: string | undefined;
  /** Interactions with the same name here are alternatives: one of them has to hold. Default: no alternative. */
  alternative?: string | undefined;
}

/** The rule that says which token an operation takes, by the first kind that it takes. */
export const tokenRules: Readonly<Record<string, string>> = {
  organizationToken: 'AUTH-2',
  clientAdminToken: 'AUTH-3',
  legacyUserToken: 'AUTH-8',
  legacyAppToken: 'AUTH-9',
  apiKey: 'AUTH-11',
};

/** The rules of the parts of an answer, besides the one that the title starts with. */
function blamesOf<Name extends StateName>(content: PactContent<Name>): Record<string, string> {
  const { operation, blames = {} } = content;
  const accepted = acceptedBy(getOperation(operation));
  const [usual] = accepted;
  if (usual === undefined) return { ...blames, access: 'AUTH-6' };
  return accepted.includes(tokenOf(content)) ? { ...blames, access: tokenRules[usual] ?? '' } : { ...blames };
}

/** The basis of a rule. Without a rule it is `assumed`. */
export const basisOfRule = (id: string): Basis => findRule(id)?.basis ?? 'assumed';

/** Adds an interaction to a pact, with the rules that it checks. */
export function buildInteraction<Name extends StateName>(pact: PactV4, title: string, content: PactContent<Name>) {
  const { status, conditions, notCheckable, alternative } = content;
  const operation = getOperation(content.operation);
  const blames = blamesOf(content);
  const isShown = content.isStatusShown ?? isStatusShown(operation, status);
  const refusalRules = status >= 400 && !isShown ? ['ERR-1'] : [];
  const rules = [
    ...new Set([
      title.split(' ')[0] ?? '',
      ...(content.by === undefined ? [] : [content.by]),
      ...(content.rules ?? []),
      ...Object.values(blames),
      ...refusalRules,
    ]),
  ];
  const entries = Object.entries(blames).map(([part, rule]) => `${part}=${rule}`);
  const references = {
    rules: rules.join(' '),
    basis: content.basis ?? basisOfRule(content.by ?? rules[0] ?? ''),
    ...(entries.length > 0 && { blames: entries.join(' ') }),
    ...(conditions && { conditions: conditions.join(' ') }),
    ...(notCheckable && { notCheckable }),
    ...(alternative && { alternative }),
  };
  return describeCall(pact, title, { ...content, references: { 'escrow-kit': references } });
}
