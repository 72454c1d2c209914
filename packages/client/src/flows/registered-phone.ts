import type { Check } from '../rules/check.ts';
import { internationalPhone } from '../rules/named-checks.ts';
import { text } from '../rules/values.ts';

/** A phone by which the service finds a registered user (USER-5). No user was registered with one in another form (USER-1). */
export const registeredPhone: Check = text({
  rule: 'USER-1',
  remedy: 'Give it as it was registered, with the plus sign and the country code, such as +9665XXXXXXXX.',
  checks: { internationalPhone },
  pattern: /^\+/,
});
