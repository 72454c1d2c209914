// As bits in text, so that it runs where there is no `node:net`.

/** A block with fewer bits of its own has nearly every address. */
const leastBits = 8;

/**
 * The 128 bits of an IP address, as the digits 0 and 1. An IPv4 address, which servers also write as `::ffff:192.0.2.1`, has those of
 * `::ffff:0:0/96`. Undefined if it is none.
 */
export function toAddressBits(address: string): string | undefined {
  // The address of a link may name its interface.
  const [text = ''] = address.split('%');
  const ipv6 = /^\d+\.\d+\.\d+\.\d+$/.test(text) ? `::ffff:${text}` : text;
  const url = `http://[${ipv6}]`;
  if (!/^[\d.:a-f]+$/i.test(ipv6) || !URL.canParse(url)) return undefined;
  // Eight groups of 16 bits; `::` stands for those that are missing.
  const [before = [], after = []] = new URL(url).hostname
    .slice(1, -1)
    .split('::')
    .map((groups) => groups.split(':').filter(Boolean));
  const zeros = new Array<string>(8 - before.length - after.length).fill('0');
  return [...before, ...zeros, ...after].map((group) => Number(`0x${group}`).toString(2).padStart(16, '0')).join('');
}

/**
 * What the bits of every address in a CIDR block such as `192.0.2.0/24` begin with; of a single address, all its bits. Undefined if it is
 * none, or has nearly every address.
 */
export function toBlockBits(block: string): string | undefined {
  const [, address = '', length] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(block) ?? [];
  const bits = toAddressBits(address);
  if (!bits) return undefined;
  const ofIPv4 = `${'0'.repeat(80)}${'1'.repeat(16)}`;
  const start = address.includes(':') ? 0 : ofIPv4.length;
  const count = length === undefined ? bits.length : start + Number(length);
  const shared = bits.slice(0, count);
  const fewest = leastBits + (shared.startsWith(ofIPv4) ? ofIPv4.length : 0);
  return count < fewest || count > bits.length || ofIPv4.startsWith(shared) ? undefined : shared;
}
