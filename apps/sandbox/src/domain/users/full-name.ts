/** First and last name, as far as they are known; null where neither is. */
export function fullName({
  firstName,
  lastName,
}: {
  firstName: string | null;
  lastName: string | null;
}): string | null {
  return [firstName, lastName].filter((name) => name !== null && name !== '').join(' ') || null;
}
