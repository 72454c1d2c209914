/** Why the body of a duplicate is quarantined. */
export const differentBody = (key: string): string => `The body differs from the one stored under the key ${key}.`;
