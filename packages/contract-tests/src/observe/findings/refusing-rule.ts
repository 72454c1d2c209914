import type { KeptExchange } from '../kept-exchange.ts';

/** The rule that a refused request breaks. Undefined if it breaks none, or several: then it is open which one it was refused for. */
export function refusingRuleOf({ refusedFor }: Pick<KeptExchange, 'refusedFor'>): string | undefined {
  const [first, ...others] = new Set(refusedFor.map(({ rule }) => rule));
  return others.length === 0 ? first : undefined;
}
