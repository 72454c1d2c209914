/** Why the body of a duplicate is kept aside. */
export const differentBody = (key: string): string => `The body differs from the one stored under the key ${key}.`;
