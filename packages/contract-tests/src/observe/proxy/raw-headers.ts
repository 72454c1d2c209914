import type { RawHeaders } from '../raw-exchange.ts';

/** Node's list of names and values in turn, as pairs. */
export const toPairs = (list: readonly string[]): RawHeaders =>
  Array.from({ length: list.length / 2 }, (_, index) => [list[2 * index] ?? '', list[2 * index + 1] ?? '']);

/** Whether a header has this name, given in lower case. */
export const isNamed =
  (name: string) =>
  ([given]: RawHeaders[number]) =>
    given.toLowerCase() === name;

/**
 * The headers of a request for its service: its own host, and no offer to switch to another protocol, which concerns one connection
 * and would hide the exchange. HTTP libraries of Java make such an offer (`h2c`) in each request.
 */
export function toServiceHeaders(headers: RawHeaders, { host }: { host: string }): RawHeaders {
  const others = headers.filter((header) => !isNamed('host')(header));
  const position = Math.max(0, headers.findIndex(isNamed('host')));
  const name = headers.find(isNamed('host'))?.[0] ?? 'Host';
  const addressed = others.toSpliced(position, 0, [name, host]);
  return addressed.some(isNamed('upgrade')) ? withoutUpgrade(addressed) : addressed;
}

const upgradeHeaders = ['upgrade', 'http2-settings'];

function withoutUpgrade(headers: RawHeaders): RawHeaders {
  return headers.flatMap(([name, value]): RawHeaders => {
    if (upgradeHeaders.includes(name.toLowerCase())) return [];
    if (name.toLowerCase() !== 'connection') return [[name, value]];
    const rest = value.split(',').filter((option) => !upgradeHeaders.includes(option.trim().toLowerCase()));
    return rest.length > 0 ? [[name, rest.join(',').trim()]] : [];
  });
}

/**
 * Whether Node can send these headers one by one, without a header of its own. It can't keep the order of a name that comes again
 * later, joins cookies, and puts names of digits first.
 */
export function canBeSetOneByOne(headers: RawHeaders): boolean {
  const seen = new Set<string>();
  return headers.every(([name], index) => {
    const key = name.toLowerCase();
    const isAgain = seen.has(key);
    seen.add(key);
    const isNext = headers[index - 1]?.[0] === name && key !== 'cookie';
    return !/^\d+$/.test(name) && (!isAgain || isNext);
  });
}
