/** A hint for a message about an unknown phone number in local form, which no registered number has (USER-1). */
export function hintOfLocalPhone(phone: string): string {
  const isLocal = /^[\d\s()-]+$/.test(phone);
  return isLocal ? ' It is in local form: write it as it was registered, with the plus sign and the country code.' : '';
}
