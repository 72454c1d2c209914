import { Refusal } from '../refusal.ts';

/** Schemes whose addresses run code. */
const runningSchemes = ['javascript:', 'data:', 'vbscript:', 'blob:', 'filesystem:'];

/** Whether a buyer's browser may be sent to an address: that of a web page, or of an app, such as `myapp://return`. */
export function canReturnTo(address: string): boolean {
  const protocol = URL.parse(address)?.protocol;
  return protocol !== undefined && !runningSchemes.includes(protocol);
}

/** Throws for an address that no browser should open (PAY-1b), even if rules are only noted. The shop may use other schemes. */
export function checkRedirectUrl(redirectUrl: string): void {
  if (canReturnTo(redirectUrl)) return;
  const message = 'Send redirectUrl as an http or https URL.';
  throw new Refusal('rule_violation', { rule: 'PAY-1b', field: 'redirectUrl', message });
}
