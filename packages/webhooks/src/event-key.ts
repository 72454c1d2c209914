import { type ContractEvent, statusOnTheWire } from './event.ts';
import { toHex } from './verify/signature.ts';

/** Database indexes limit the length of a key. A longer one is replaced by its hash. */
const maxKeyLength = 500;

/**
 * The key that identifies an event. There is no event id (HOOK-7), so it is the milestone, the status and the transaction as a
 * JSON array, or `sha256:` and the hash of the raw body if there is no transaction. Without a milestone nothing tells a repeat
 * from the event of another milestone, so the key is `unkeyed:` and a random id: handling an event twice does less harm than
 * losing one. At most 500 characters.
 */
export async function eventKey(event: ContractEvent, rawBody: string): Promise<string> {
  if (event.milestoneId === undefined) return `unkeyed:${crypto.randomUUID()}`;
  if (event.referenceId === undefined) return `sha256:${await sha256(rawBody)}`;
  const key = JSON.stringify([event.milestoneId, statusOnTheWire(event), event.referenceId]);
  return key.length <= maxKeyLength ? key : `sha256:${await sha256(key)}`;
}

const sha256 = async (text: string): Promise<string> =>
  toHex(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
