import { randomInt } from 'node:crypto';

/** Letters and digits that are not mistaken for one another. */
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz';

/** Creates unguessable text of `length` characters. */
export function createRandomText(length: number): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}

let lastTime = 0;
let countInTime = 0;

/** Creates a unique id that sorts by the time of its creation in this process, such as `contract_0mhy3k2p40000x7…`. */
export function createId(prefix: string): string {
  const time = Math.max(Date.now(), lastTime);
  countInTime = time === lastTime ? countInTime + 1 : 0;
  lastTime = time;
  const sortable = time.toString(36).padStart(9, '0') + countInTime.toString(36).padStart(4, '0');
  return `${prefix}_${sortable}${createRandomText(8)}`;
}
