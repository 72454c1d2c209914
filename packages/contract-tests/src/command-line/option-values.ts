import { CommandLineError } from '@escrow-kit/shared/command-line';

/** Reads an address from an option. The error does not repeat the address, which may hold a password. */
export function parseUrl(flag: string): (value: string) => string {
  return (value) => {
    const parsed = URL.parse(value);
    const isWeb = parsed?.protocol === 'http:' || parsed?.protocol === 'https:';
    if (!isWeb)
      throw new CommandLineError(`${flag} is not an address that begins with http:// or https://.${proposal(value)}`);
    if (parsed.username === '' && parsed.password === '' && parsed.search === '') return value;
    throw new CommandLineError(`${flag} has a user, password or query. Give only scheme, host and path.`);
  };
}

/** A proposal if only the scheme is missing. Anything longer could hold a password. */
function proposal(value: string): string {
  return /^[\w.-]+(:\d+)?$/.test(value) ? ` Write http://${value}.` : '';
}
