import { expect } from 'vitest';

/** The id of a rule, or of a constraint that belongs to it: `BANK-1` or `BANK-1a`. For use in `toMatchObject`. */
export const partOf = (rule: string): string => expect.stringMatching(new RegExp(`^${rule}[a-z]?$`));
