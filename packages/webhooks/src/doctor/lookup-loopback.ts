import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { CommandLineError } from '@escrow-kit/shared/command-line';
import { isLoopback } from '@escrow-kit/shared/is-loopback';

/** Resolves a name or address to all its addresses, as `lookup` of `node:dns/promises`. */
export type Resolve = (host: string, options: { all: true }) => Promise<LookupAddress[]>;

/**
 * Resolves the host of an address once. Every connection by the function it returns goes to this machine, even if the name leads
 * elsewhere by then.
 * @throws CommandLineError if the name leads to another machine, or nowhere.
 */
export async function lookupLoopback({ hostname, host }: URL, resolve: Resolve): Promise<LookupFunction> {
  const addresses = await resolve(hostname.replace(/^\[(.*)\]$/, '$1'), { all: true }).catch((error) => {
    throw new CommandLineError(`--url: the name ${hostname} can't be resolved (${error.code}).`, { cause: error });
  });
  if (!addresses.every(({ address }) => isLoopback(address))) {
    throw new CommandLineError(
      `--url is on another machine, ${host}, and the events look real: add --yes if nothing there acts on test events.`,
    );
  }
  return (_hostname, { all }, done) => {
    const [first] = addresses;
    if (all || !first) done(null, addresses);
    else done(null, first.address, first.family);
  };
}
