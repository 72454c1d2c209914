import { randomInt } from 'node:crypto';

/** Letters and digits that are not mistaken for one another. */
const alphabet = '23456789abcdefghjkmnpqrstuvwxyz';

/** Creates unguessable text of `length` characters. */
export function createRandomText(length: number): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}

let lastTime = Date.now();
let countInTime = 0;

/** The time of the latest id, in milliseconds since 1970. It never goes back. */
export const latestIdTime = (): number => Math.max(Date.now(), lastTime);

/** Lets further ids sort after one of an earlier process, even if the system's clock was put back meanwhile. */
export function continueIds(newestId: string): void {
  const time = Number.parseInt(newestId.slice(newestId.indexOf('_') + 1).slice(0, timeLength), 36);
  if (time >= lastTime) lastTime = time + 1;
}

/** Digits of the time in an id, to the base of 36. */
const timeLength = 9;

/** Creates a unique id that sorts by the time of its creation, such as `contract_0mhy3k2p40000x7…`. */
export function createId(prefix: string): string {
  const time = latestIdTime();
  countInTime = time === lastTime ? countInTime + 1 : 0;
  lastTime = time;
  const sortable = time.toString(36).padStart(timeLength, '0') + countInTime.toString(36).padStart(4, '0');
  return `${prefix}_${sortable}${createRandomText(8)}`;
}
