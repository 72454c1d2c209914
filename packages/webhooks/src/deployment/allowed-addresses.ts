import { BlockList, isIP } from 'node:net';
import { configurationError } from '../errors/webhook-error.ts';

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 4 ? 'ipv4' : 'ipv6');

/** Whether an address is one of these, or in one of these CIDR blocks. An IPv4 address may be written as one of IPv6. */
export function createIsAllowed(addresses: readonly string[]): (address: string) => boolean {
  const allowed = new BlockList();
  for (const entry of addresses) addEntry(allowed, entry);
  return (address) => isIP(address) !== 0 && allowed.check(address, familyOf(address));
}

function addEntry(allowed: BlockList, entry: string): void {
  const [address = '', length, ...more] = entry.split('/');
  const most = isIP(address) === 4 ? 32 : 128;
  const bits = length === undefined ? most : /^\d{1,3}$/.test(length) ? Number(length) : 0;
  if (isIP(address) === 0 || more.length > 0 || bits < 8 || bits > most || hasAllOfIPv4(address, bits)) {
    const kinds = 'neither an IP address nor a CIDR block, or has nearly every address';
    throw configurationError(`allowedAddresses: ${JSON.stringify(entry)} is ${kinds}.`);
  }
  allowed.addSubnet(address, bits, familyOf(address));
}

/** Whether a block of IPv6 has all addresses of IPv4, which are `::ffff:0:0/96` in it. */
function hasAllOfIPv4(address: string, bits: number): boolean {
  if (familyOf(address) === 'ipv4' || bits > 96) return false;
  const block = new BlockList();
  block.addSubnet(address, bits, 'ipv6');
  return block.check('::ffff:0:0', 'ipv6');
}
