/** The id of the rule that a constraint belongs to: `BANK-1` for `BANK-1a`. A rule belongs to itself. */
export function mainRuleOf(id: string): string {
  return id.replace(/[a-z]$/, '');
}
